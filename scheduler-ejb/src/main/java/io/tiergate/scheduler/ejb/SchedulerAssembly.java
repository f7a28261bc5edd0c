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
import io.tiergate.scheduler.dispatch.Dispatcher;
import io.tiergate.scheduler.dispatch.Snapshot;
import io.tiergate.scheduler.log.ConsoleLines;
import io.tiergate.scheduler.log.JsonLinesFile;
import io.tiergate.scheduler.log.RequestLog;
import io.tiergate.scheduler.source.SourceRegistry;
import io.tiergate.scheduler.time.TimeSource;
import io.tiergate.scheduler.upstream.AddressRules;
import io.tiergate.scheduler.upstream.HttpUpstream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.eclipse.microprofile.metrics.MetricRegistry;

/** Wires the scheduler's parts: the one place that does. */
final class SchedulerAssembly implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(SchedulerAssembly.class.getName());

    private final Dispatcher dispatcher;
    private final RequestLog log;
    private final HttpUpstream upstream;

    private SchedulerAssembly(Dispatcher dispatcher, RequestLog log, HttpUpstream upstream) {
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
        Listeners listeners = new Listeners(log, List.of(new StateChanges(), new GatewayMetrics(metrics, log)));
        boolean privateAllowed = config.network().privateAddresses() == PrivateAddresses.ALLOW;
        HttpUpstream upstream = new HttpUpstream(time, new AddressRules(() -> privateAllowed));
        Snapshot first = Snapshot.of(config, new SourceRegistry(time), id -> adapter(adapters, id));
        RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        return new SchedulerAssembly(new Dispatcher(first, upstream, time, random, listeners), log, upstream);
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

    @Override
    public void close() {
        upstream.close();
        log.close();
    }
}
