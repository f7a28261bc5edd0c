package io.tiergate.scheduler.ejb;

import io.tiergate.adapter.Adapter;
import io.tiergate.scheduler.adapters.AdapterCatalogue;
import io.tiergate.scheduler.config.ConfigLocations;
import io.tiergate.scheduler.config.ConfigProblem;
import io.tiergate.scheduler.config.ConfigReader;
import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.config.LoadResult;
import io.tiergate.scheduler.config.MicroProfileOverrides;
import io.tiergate.scheduler.config.PrivateAddresses;
import io.tiergate.scheduler.config.SlotConfig;
import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.dispatch.Dispatcher;
import io.tiergate.scheduler.dispatch.Snapshot;
import io.tiergate.scheduler.log.ConsoleLines;
import io.tiergate.scheduler.log.JsonLinesFile;
import io.tiergate.scheduler.log.RequestLog;
import io.tiergate.scheduler.source.SourceRegistry;
import io.tiergate.scheduler.state.GatewayState;
import io.tiergate.scheduler.state.PersistedState;
import io.tiergate.scheduler.state.StateFile;
import io.tiergate.scheduler.state.StateWriter;
import io.tiergate.scheduler.time.TimeSource;
import io.tiergate.scheduler.tokens.TokenCounter;
import io.tiergate.scheduler.upstream.AddressRules;
import io.tiergate.scheduler.upstream.HttpUpstream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.metrics.MetricRegistry;

/** Wires the scheduler's parts: the one place that does. */
final class SchedulerAssembly implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(SchedulerAssembly.class.getName());

    /** How long the start waits for the first write of the state. A guess. */
    private static final Duration FIRST_WRITE = Duration.ofSeconds(2);

    private final Dispatcher dispatcher;
    private final AdapterCatalogue adapters;
    private final RequestLog log;
    private final HttpUpstream upstream;
    private final StateWriter writer;

    private SchedulerAssembly(
            Dispatcher dispatcher,
            AdapterCatalogue adapters,
            RequestLog log,
            HttpUpstream upstream,
            StateWriter writer) {
        this.adapters = adapters;
        this.writer = writer;
        this.dispatcher = dispatcher;
        this.log = log;
        this.upstream = upstream;
    }

    /**
     * Reads the configuration and wires a scheduler of it.
     *
     * @throws IllegalStateException where the configuration is refused; the message is the whole report
     */
    static SchedulerAssembly assemble(MetricRegistry metrics) {
        ConfigLocations locations = ConfigLocations.of(System.getenv(), Path.of(""));
        LoadResult loaded = ConfigReader.read(locations, new MicroProfileOverrides(), System.getenv());
        GatewayConfig config = loaded.config().orElseThrow(() -> new IllegalStateException(report(loaded)));
        loaded.problems().forEach(p -> LOG.log(System.Logger.Level.WARNING, p.toString()));
        AdapterCatalogue adapters =
                AdapterCatalogue.load(config.adapterDir(), SchedulerAssembly.class.getClassLoader());
        adapters.problems().forEach(p -> LOG.log(System.Logger.Level.WARNING, p.file() + ": " + p.message()));
        List<String> missing = adapters.missing(config.adapterBySource());
        if (!missing.isEmpty()) {
            throw new IllegalStateException(String.join("\n", missing));
        }

        TimeSource time = TimeSource.system();
        RequestLog log = new RequestLog(
                List.of(new JsonLinesFile(config.home().resolve("log/requests.jsonl")), new ConsoleLines()), time);
        SourceRegistry registry = new SourceRegistry(time);
        StateFile file = new StateFile(locations.stateFile(), time);
        PersistedState kept = file.load();
        registry.ledgers().restore(GatewayState.usage(kept), time.instant());
        Snapshot first = Snapshot.of(config, registry, id -> adapter(adapters, id));
        GatewayState state = new GatewayState(time);
        state.restore(kept, first);
        StateWriter writer =
                StateWriter.start(file, () -> state.capture(kept, first, registry.ledgers()), time, t -> {});
        if (countsTokens(config)) {
            TokenCounter.ofText("load the tables now, not in the first request");
        }
        writer.saveNow(FIRST_WRITE); // a disk that cannot be written shows at the start, and no request meets cold code
        Listeners listeners = new Listeners(
                log,
                List.of(
                        new StateKeeping(writer, countsUse(config)),
                        new StateChanges(),
                        new GatewayMetrics(metrics, log, writer)));
        boolean privateAllowed = config.network().privateAddresses() == PrivateAddresses.ALLOW;
        HttpUpstream upstream = new HttpUpstream(time, new AddressRules(() -> privateAllowed));
        RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        return new SchedulerAssembly(
                new Dispatcher(first, upstream, time, random, listeners), adapters, log, upstream, writer);
    }

    private static boolean countsTokens(GatewayConfig config) {
        return countsUse(config) || config.sources().stream().anyMatch(source -> source.tpm() > 0);
    }

    private static boolean countsUse(GatewayConfig config) {
        return Stream.of(
                        Stream.of(config.auto(), config.autoImage()).flatMap(Optional::stream),
                        config.chains().values().stream())
                .flatMap(chains -> chains)
                .anyMatch(chain -> chain.strategy() == StrategyKind.KEY_FIRST
                        || chain.slots().stream().anyMatch(SlotConfig::isLimited));
    }

    private static Adapter adapter(AdapterCatalogue adapters, String id) {
        return adapters.find(id).orElseThrow(() -> new IllegalStateException("adapter " + id));
    }

    private static String report(LoadResult loaded) {
        return loaded.problems().stream().map(ConfigProblem::toString).collect(Collectors.joining("\n", "\n", "\n"));
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    WarmUpScheduler warmUp(URI address) {
        return new WarmUpScheduler(address, adapter(adapters, "openai"), TimeSource.system());
    }

    @Override
    public void close() {
        upstream.close();
        writer.close();
        log.close();
    }
}
