package io.tiergate.scheduler.source;

import io.tiergate.adapter.Adapter;
import io.tiergate.scheduler.config.ModelEntry;
import io.tiergate.scheduler.config.ModelKind;
import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.health.SlotHealth;
import io.tiergate.scheduler.health.SuccessWindow;
import io.tiergate.scheduler.quota.RateLimit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One source of one configuration snapshot, with the state that outlives the snapshot.
 *
 * <p>Immutable itself; what it refers to is thread-safe.
 */
public final class Source {
    private final SourceConfig config;
    private final Adapter adapter;
    private final SourceState state;
    private final List<SourceKey> keys;

    Source(SourceConfig config, Adapter adapter, SourceState state, List<SourceKey> keys) {
        this.config = config;
        this.adapter = adapter;
        this.state = state;
        this.keys = List.copyOf(keys);
    }

    /** Returns its name. */
    public String name() {
        return config.name();
    }

    /** Returns its configuration. */
    public SourceConfig config() {
        return config;
    }

    /** Returns the adapter that its {@code adapter} names. */
    public Adapter adapter() {
        return adapter;
    }

    /** Returns its permits. */
    public Permits permits() {
        return state.permits();
    }

    /** Returns its enabled keys; one without a secret where it has none configured, empty where all are disabled. */
    public List<SourceKey> keys() {
        return keys;
    }

    /** Returns its sliding limits. */
    public RateLimit rate() {
        return state.rate();
    }

    /** Returns where its keys are being spent. */
    public KeyPool pool() {
        return state.pool();
    }

    /** Returns the health of (source, model). */
    public SlotHealth health(String modelId) {
        return state.health(modelId);
    }

    /** Returns the success window of (source, model). */
    public SuccessWindow window(String modelId) {
        return state.window(modelId);
    }

    /** Returns the model that it publishes under this id or alias. */
    public Optional<ModelEntry> model(String name) {
        for (ModelEntry entry : config.models()) {
            if (entry.id().equals(name)) {
                return Optional.of(entry);
            }
        }
        for (ModelEntry entry : config.models()) {
            if (entry.aliases().contains(name)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns an entry for a model that it does not publish, which is sent upstream under the name that was asked for. What is learnt
     * of it is kept while it is among the last that were asked for.
     */
    public ModelEntry unlisted(String name, ModelKind kind) {
        state.askedUnlisted(name).filter(oldest -> !publishes(oldest)).ifPresent(state::forget);
        return new ModelEntry(name, kind, name, List.of(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
    }

    private boolean publishes(String modelId) {
        return config.models().stream().anyMatch(entry -> entry.id().equals(modelId));
    }

    /** Returns whether its upstream refused {@code stream_options} once. */
    public boolean refusesUsageOption() {
        return state.refusesUsageOption();
    }

    /** Remembers that its upstream refuses {@code stream_options}. */
    public void rememberUsageOptionRefused() {
        state.rememberUsageOptionRefused();
    }

    /** Returns the most probes at a time for one of its models: max_concurrent / 10, at least 1, at most 2 (SPEC 5). */
    public int probeLimit() {
        return Math.clamp(config.maxConcurrent() / 10, 1, 2);
    }
}
