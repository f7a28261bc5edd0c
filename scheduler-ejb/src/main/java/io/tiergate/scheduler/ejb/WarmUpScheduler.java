package io.tiergate.scheduler.ejb;

import io.tiergate.adapter.Adapter;
import io.tiergate.scheduler.config.ChainConfig;
import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.config.ModelEntry;
import io.tiergate.scheduler.config.ModelKind;
import io.tiergate.scheduler.config.SlotConfig;
import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.dispatch.Dispatcher;
import io.tiergate.scheduler.dispatch.RequestListener;
import io.tiergate.scheduler.dispatch.Snapshot;
import io.tiergate.scheduler.source.SourceRegistry;
import io.tiergate.scheduler.time.TimeSource;
import io.tiergate.scheduler.upstream.AddressRules;
import io.tiergate.scheduler.upstream.HttpUpstream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** A scheduler of its own for the warm-up: the code of the real one, none of its sources, logs, metrics and state. */
final class WarmUpScheduler implements AutoCloseable {
    private static final String MODEL = "warm-up";

    private final HttpUpstream upstream;
    private final Dispatcher dispatcher;

    WarmUpScheduler(URI address, Adapter adapter, TimeSource time) {
        List<SourceConfig> sources = Stream.of("warm-up-1", "warm-up-2")
                .map(name -> SourceConfig.of(
                        name,
                        adapter.descriptor().id(),
                        address,
                        List.of(),
                        List.of(ModelEntry.of(MODEL, ModelKind.CHAT))))
                .toList();
        ChainConfig auto = ChainConfig.of(
                ChainConfig.AUTO,
                StrategyKind.PREFERENCE,
                List.of(SlotConfig.of(MODEL, "warm-up-1", 1), SlotConfig.of(MODEL, "warm-up-2", 2)));
        upstream = new HttpUpstream(time, new AddressRules(() -> true));
        dispatcher = new Dispatcher(
                Snapshot.of(
                        GatewayConfig.empty(Path.of("")).with(sources, auto), new SourceRegistry(time), id -> adapter),
                upstream,
                time,
                () -> ThreadLocalRandom.current().nextLong(),
                new RequestListener() {});
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    @Override
    public void close() {
        upstream.close();
    }
}
