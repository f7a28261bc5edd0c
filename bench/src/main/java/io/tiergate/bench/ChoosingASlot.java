package io.tiergate.bench;

import io.tiergate.adapters.openai.OpenAiAdapterFactory;
import io.tiergate.scheduler.chain.Admission;
import io.tiergate.scheduler.chain.Chain;
import io.tiergate.scheduler.chain.ChainWalk;
import io.tiergate.scheduler.chain.Demand;
import io.tiergate.scheduler.config.ChainConfig;
import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.config.ModelEntry;
import io.tiergate.scheduler.config.ModelKind;
import io.tiergate.scheduler.config.SlotConfig;
import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.dispatch.Snapshot;
import io.tiergate.scheduler.resolve.Resolution;
import io.tiergate.scheduler.source.SourceRegistry;
import io.tiergate.scheduler.time.TimeSource;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Choosing a slot of one tier: resolve AUTO, walk to the first candidate, let it in, end it with a success (SPEC 15). */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChoosingASlot {
    private static final Demand DEMAND = new Demand(() -> 10, OptionalLong.empty(), Instant::now);

    private static final int SOURCES = 500;
    private static final int MODELS = 20;

    /** Candidates in the tier. */
    @Param({"10", "200"})
    public int candidates;

    private Snapshot snapshot;

    /** Configures {@value #SOURCES} sources of {@value #MODELS} models, some of them in the tier. */
    @Setup
    public void configure() {
        List<ModelEntry> models = IntStream.range(0, MODELS)
                .mapToObj(m -> ModelEntry.of("m" + m, ModelKind.CHAT))
                .toList();
        List<SourceConfig> sources = IntStream.range(0, SOURCES)
                .mapToObj(
                        i -> SourceConfig.of("s" + i, "openai", URI.create("http://127.0.0.1:1/v1"), List.of(), models))
                .toList();
        List<SlotConfig> slots = sources.stream()
                .limit(candidates)
                .map(source -> SlotConfig.of("m0", source.name(), 1))
                .toList();
        GatewayConfig config = GatewayConfig.empty(Path.of("home"))
                .with(sources, ChainConfig.of("AUTO", StrategyKind.PREFERENCE, slots));
        var adapter = new OpenAiAdapterFactory().adapters().getFirst();
        snapshot = Snapshot.of(config, new SourceRegistry(TimeSource.system()), id -> adapter);
    }

    /** One choice. */
    @Benchmark
    public Admission choose() {
        Chain chain = switch (snapshot.names(ModelKind.CHAT).resolve("AUTO")) {
            case Resolution.Served served -> served.chain();
            case Resolution.Unknown() -> throw new IllegalStateException();
        };
        long now = System.nanoTime();
        Admission admission = new ChainWalk(chain, DEMAND).next(now).orElseThrow();
        admission.succeeded(now);
        return admission;
    }
}
