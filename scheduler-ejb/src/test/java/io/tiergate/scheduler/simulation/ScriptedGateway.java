package io.tiergate.scheduler.simulation;

import io.tiergate.adapter.Dialect;
import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapters.openai.OpenAiAdapterFactory;
import io.tiergate.scheduler.GatewayRequest;
import io.tiergate.scheduler.Outcome;
import io.tiergate.scheduler.config.ApiKey;
import io.tiergate.scheduler.config.ChainConfig;
import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.config.ModelEntry;
import io.tiergate.scheduler.config.ModelKind;
import io.tiergate.scheduler.config.Secret;
import io.tiergate.scheduler.config.SlotConfig;
import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.dispatch.Dispatcher;
import io.tiergate.scheduler.dispatch.RequestListener;
import io.tiergate.scheduler.dispatch.Snapshot;
import io.tiergate.scheduler.log.RequestRecord;
import io.tiergate.scheduler.quota.QuotaLedgers;
import io.tiergate.scheduler.source.Source;
import io.tiergate.scheduler.source.SourceRegistry;
import io.tiergate.scheduler.time.FakeTime;
import io.tiergate.scheduler.upstream.Cancellation;
import io.tiergate.scheduler.upstream.Upstream;
import io.tiergate.scheduler.upstream.UpstreamException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** The real dispatcher on fake time against scripted sources. Each source offers the model {@code m} unless told otherwise. */
public final class ScriptedGateway {
    private final FakeTime time = new FakeTime();
    private final Map<String, ScriptedSource> scripts = new LinkedHashMap<>();
    private final List<SourceConfig> sources = new ArrayList<>();
    private final List<SlotConfig> slots = new ArrayList<>();
    private final List<RequestRecord> log = new ArrayList<>();
    private StrategyKind strategy = StrategyKind.PREFERENCE;
    private UnaryOperator<GatewayConfig> changes = c -> c;
    private final SourceRegistry registry = new SourceRegistry(time);
    private Dispatcher dispatcher;

    /** Adds a source with one slot in the AUTO chain. */
    public ScriptedGateway tier(int tier, String name, ScriptedSource script) {
        return tier(tier, name, script, s -> s);
    }

    /** Adds a source, changed from the defaults, with one slot in the AUTO chain. */
    public ScriptedGateway tier(int tier, String name, ScriptedSource script, UnaryOperator<SourceConfig> change) {
        scripts.put(name, script);
        sources.add(change.apply(SourceConfig.of(
                name,
                "openai",
                URI.create("http://" + name + ".test/v1"),
                List.of(),
                List.of(ModelEntry.of("m", ModelKind.CHAT)))));
        slots.add(SlotConfig.of("m", name, tier));
        return this;
    }

    /** Adds a source with these keys and models, each model with a slot in tier 1 of the AUTO chain. */
    public ScriptedGateway pool(String name, ScriptedSource script, List<String> keys, List<String> models) {
        scripts.put(name, script);
        sources.add(SourceConfig.of(
                name,
                "openai",
                URI.create("http://" + name + ".test/v1"),
                keys.stream().map(ApiKey::of).toList(),
                models.stream().map(m -> ModelEntry.of(m, ModelKind.CHAT)).toList()));
        models.forEach(m -> slots.add(SlotConfig.of(m, name, 1)));
        return this;
    }

    /** Replaces the AUTO chain's slots. */
    public ScriptedGateway slots(SlotConfig... those) {
        slots.clear();
        slots.addAll(List.of(those));
        return this;
    }

    /** Sets the chain's strategy. */
    public ScriptedGateway strategy(StrategyKind kind) {
        strategy = kind;
        return this;
    }

    /** Changes the configuration. */
    public ScriptedGateway with(UnaryOperator<GatewayConfig> change) {
        changes = change;
        return this;
    }

    /** Returns its clock. */
    public FakeTime time() {
        return time;
    }

    /** Returns the request log so far. */
    public List<RequestRecord> log() {
        return log;
    }

    /** Returns the last request's record. */
    public RequestRecord lastLog() {
        return log.getLast();
    }

    /** Returns the sources of the chain's last attempts, in order. */
    public List<String> lastAttempts() {
        return lastLog().attempts().stream().map(a -> a.source()).toList();
    }

    /** Sends a chat request to AUTO that is not streamed. */
    public Outcome chat() {
        return chat("AUTO");
    }

    /** Sends a chat request that is not streamed. */
    public Outcome chat(String model) {
        return send("{\"model\":\"" + model + "\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    }

    /** Sends a streamed chat request to AUTO and returns what the client got; null where it was refused. */
    public String stream() {
        ByteArrayOutputStream client = new ByteArrayOutputStream();
        return stream(client) ? client.toString(StandardCharsets.UTF_8) : null;
    }

    /** Sends a streamed chat request to AUTO whose answer goes to a client; false where it was refused. */
    public boolean stream(OutputStream client) {
        if (send("{\"model\":\"AUTO\",\"stream\":true,\"messages\":[]}") instanceof Outcome.Streaming streaming) {
            streaming.stream().writeTo(client);
            return true;
        }
        return false;
    }

    /** Sends any body. */
    public Outcome send(String body) {
        return send(body, new Cancellation());
    }

    /** Sends any body for a client that may leave. */
    public Outcome send(String body, Cancellation cancellation) {
        return dispatcher()
                .dispatch(new GatewayRequest(
                        "req_1",
                        Dialect.OPENAI_CHAT,
                        body.getBytes(StandardCharsets.UTF_8),
                        Map.of(),
                        "",
                        cancellation));
    }

    /** Returns the ledgers of slots with a quota. */
    public QuotaLedgers ledgers() {
        return registry.ledgers();
    }

    /** Returns the dispatcher. */
    public Dispatcher dispatcher() {
        if (dispatcher == null) {
            GatewayConfig config = changes.apply(
                    GatewayConfig.empty(Path.of("home")).with(sources, ChainConfig.of("AUTO", strategy, slots)));
            var openAi = new OpenAiAdapterFactory().adapters().getFirst();
            dispatcher = new Dispatcher(
                    Snapshot.of(config, registry, id -> openAi),
                    new ScriptedUpstream(),
                    time,
                    new SplittableRandom(7),
                    new RequestListener() {
                        @Override
                        public void ended(RequestRecord request) {
                            log.add(request);
                        }
                    });
        }
        return dispatcher;
    }

    private final class ScriptedUpstream implements Upstream {
        @Override
        public Exchange open(
                Source source, UpstreamRequest request, Secret secret, Duration within, Cancellation cancellation)
                throws UpstreamException {
            return scripts.get(source.name()).answer(request, secret, time, within);
        }
    }
}
