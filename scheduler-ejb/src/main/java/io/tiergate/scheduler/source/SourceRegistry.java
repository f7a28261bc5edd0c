package io.tiergate.scheduler.source;

import io.tiergate.adapter.Adapter;
import io.tiergate.scheduler.config.ApiKey;
import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.quota.QuotaLedgers;
import io.tiergate.scheduler.time.TimeSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Keeps what is known of each source, by its name, while configuration snapshots come and go. Thread-safe. */
public final class SourceRegistry {
    private final Map<String, SourceState> states = new ConcurrentHashMap<>();
    private final QuotaLedgers ledgers = new QuotaLedgers();
    private final TimeSource time;

    /** Starts with nothing known. */
    public SourceRegistry(TimeSource time) {
        this.time = time;
    }

    /** Returns the ledgers of slots with a quota. */
    public QuotaLedgers ledgers() {
        return ledgers;
    }

    /**
     * Returns the enabled sources of a configuration in its order, by name, with the state they already had.
     *
     * @param adapters gives the adapter of an id; the configuration was checked, so it knows every id
     */
    public Map<String, Source> sourcesOf(GatewayConfig config, Function<String, Adapter> adapters) {
        Map<String, Source> sources = new LinkedHashMap<>();
        for (SourceConfig source : config.sources()) {
            if (source.enabled()) {
                SourceState state = states.computeIfAbsent(
                        source.name(),
                        n -> new SourceState(source, config.routing().smart(), time.nanoTime()));
                state.permits().resize(source.maxConcurrent());
                state.rate().change(source.rpm(), source.tpm());
                sources.put(
                        source.name(),
                        new Source(source, adapters.apply(source.adapter()), state, keysOf(source, state)));
            }
        }
        return sources;
    }

    private static List<SourceKey> keysOf(SourceConfig source, SourceState state) {
        if (source.apiKeys().isEmpty()) {
            return List.of(state.key(new SourceKey(null)));
        }
        return source.apiKeys().stream()
                .filter(ApiKey::enabled)
                .map(k -> state.key(new SourceKey(k.secret())))
                .toList();
    }
}
