package io.tiergate.scheduler.state;

import io.tiergate.adapter.failure.FailureClass;
import io.tiergate.adapter.failure.FailureScope;
import io.tiergate.scheduler.config.ChainConfig;
import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.config.ModelEntry;
import io.tiergate.scheduler.config.SlotConfig;
import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.dispatch.Snapshot;
import io.tiergate.scheduler.health.Cooldown;
import io.tiergate.scheduler.health.CooldownPolicy;
import io.tiergate.scheduler.health.SlotHealth;
import io.tiergate.scheduler.quota.QuotaLedgers;
import io.tiergate.scheduler.quota.SlotUsage;
import io.tiergate.scheduler.source.KeyModelUse;
import io.tiergate.scheduler.source.KeyPool;
import io.tiergate.scheduler.source.Source;
import io.tiergate.scheduler.source.SourceKey;
import io.tiergate.scheduler.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Translates between what the scheduler knows and what the state file keeps (SPEC 7). Thread-safe.
 *
 * <p>{@code health} has a record for each (source, key, model) that cools, whatever the scope of its cooldown is: what cools a
 * model stands once for each key, what cools a key once for each model. The class tells the scope when it is read back.
 */
public final class GatewayState {
    private static final String KEY_CURSOR = "key_cursor";
    private static final String MODEL_CURSOR = "model_cursor:";

    private final TimeSource time;

    /** Makes one that reads this clock. */
    public GatewayState(TimeSource time) {
        this.time = time;
    }

    /** Returns the slots' use in the form that {@link QuotaLedgers#restore} takes. */
    public static Map<String, SlotUsage> usage(PersistedState kept) {
        Map<String, SlotUsage> usage = new TreeMap<>();
        kept.slotUsage()
                .forEach((name, use) -> usage.put(
                        name,
                        new SlotUsage(
                                Instant.ofEpochMilli(use.periodStart()),
                                Math.max(0, use.used()),
                                Math.clamp(use.estimated(), 0, Math.max(0, use.used())),
                                Instant.ofEpochMilli(use.updatedAt()))));
        return usage;
    }

    /** Gives the sources of the first snapshot what was kept of them. */
    public void restore(PersistedState kept, Snapshot snapshot) {
        kept.health().forEach((name, record) -> restoreHealth(name, record, snapshot));
        for (Pool pool : pools(snapshot)) {
            restorePool(kept, pool, snapshot.cooldowns());
        }
    }

    /** Returns what is to be kept now: what is known, over what was kept of sources that are not there at present. */
    public PersistedState capture(PersistedState before, Snapshot snapshot, QuotaLedgers ledgers) {
        Map<String, ModelRecord> models = new TreeMap<>(before.modelState());
        Map<String, RuntimeValue> cursors = new TreeMap<>(before.runtimeState());
        Map<String, SlotUse> usage = new TreeMap<>();
        Map<String, HealthRecord> health = new TreeMap<>();
        long now = time.instant().toEpochMilli();
        before.health().forEach((name, record) -> {
            if (record.until() > now && !snapshot.sources().containsKey(sourceOf(name))) {
                health.put(name, record);
            }
        });
        snapshot.sources().values().forEach(source -> captureHealth(source, health));
        pools(snapshot).forEach(pool -> capturePool(pool, models, cursors));
        ledgers.forEach((name, ledger) -> ledger.snapshot(time.instant())
                .ifPresent(use -> usage.put(
                        name,
                        new SlotUse(
                                use.periodStart().toEpochMilli(),
                                use.used(),
                                use.estimated(),
                                use.updatedAt().toEpochMilli()))));
        return new PersistedState(models, cursors, usage, health);
    }

    /** A source whose keys are spent one after the other, with the models of its chain in their order. */
    private record Pool(Source source, Set<String> models, String keyCursor) {}

    private static Iterable<Pool> pools(Snapshot snapshot) {
        GatewayConfig config = snapshot.config();
        Map<String, Set<String>> modelsBySource = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(config.auto(), config.autoImage()).flatMap(Optional::stream),
                        config.chains().values().stream())
                .filter(chain -> chain.strategy() == StrategyKind.KEY_FIRST)
                .map(ChainConfig::slots)
                .flatMap(slots -> slots.stream())
                .forEach((SlotConfig slot) -> modelsBySource
                        .computeIfAbsent(slot.source(), s -> new LinkedHashSet<>())
                        .add(slot.model()));
        Set<Pool> pools = new LinkedHashSet<>();
        modelsBySource.forEach((name, models) -> {
            Source source = snapshot.sources().get(name);
            if (source != null) {
                pools.add(new Pool(source, models, pools.isEmpty() ? KEY_CURSOR : KEY_CURSOR + ':' + name));
            }
        });
        return pools;
    }

    private void restorePool(PersistedState kept, Pool pool, CooldownPolicy cooldowns) {
        KeyPool cursors = pool.source().pool();
        cursor(kept, pool.keyCursor()).ifPresent(cursors::spendKey);
        for (SourceKey key : pool.source().keys()) {
            cursor(kept, MODEL_CURSOR + key.hash()).ifPresent(index -> cursors.spendModel(key.hash(), index));
        }
        long now = time.instant().toEpochMilli();
        for (ModelRecord record : kept.modelState().values()) {
            for (SourceKey key : pool.source().keys()) {
                if (key.hash().equals(record.keyHash()) && pool.models().contains(record.modelId())) {
                    key.restore(
                            record.modelId(),
                            new KeyModelUse(
                                    record.failureCount(),
                                    record.lastError(),
                                    record.lastUsedAt(),
                                    record.updatedAt()));
                    cooldowns
                            .restored(
                                    FailureClass.FREE_TIER_USED_UP,
                                    Duration.ZERO,
                                    Duration.ofMillis(record.cooldownUntil() - now),
                                    0,
                                    record.lastError() == null ? "" : record.lastError(),
                                    time.nanoTime())
                            .ifPresent(key.health(record.modelId())::restore);
                }
            }
        }
    }

    private static Optional<Integer> cursor(PersistedState kept, String name) {
        RuntimeValue value = kept.runtimeState().get(name);
        return value != null && value.value() != null && value.value().matches("[0-9]{1,9}")
                ? Optional.of(Integer.valueOf(value.value()))
                : Optional.empty();
    }

    private void capturePool(Pool pool, Map<String, ModelRecord> models, Map<String, RuntimeValue> cursors) {
        KeyPool at = pool.source().pool();
        put(cursors, pool.keyCursor(), at.key());
        for (SourceKey key : pool.source().keys()) {
            put(cursors, MODEL_CURSOR + key.hash(), at.model(key.hash()));
            for (String model : pool.models()) {
                KeyModelUse use = key.use(model);
                models.put(
                        ModelRecord.key(key.hash(), model),
                        new ModelRecord(
                                key.hash(),
                                model,
                                key.health(model)
                                        .window()
                                        .filter(w -> w.cause() == FailureClass.FREE_TIER_USED_UP)
                                        .map(w -> epoch(w.until()))
                                        .orElse(0L),
                                use.failureCount(),
                                use.lastError(),
                                use.lastUsedAt(),
                                use.updatedAt()));
            }
        }
    }

    private void put(Map<String, RuntimeValue> cursors, String name, int index) {
        RuntimeValue old = cursors.get(name);
        if (old == null || !String.valueOf(index).equals(old.value())) {
            cursors.put(
                    name, new RuntimeValue(String.valueOf(index), time.instant().toEpochMilli()));
        }
    }

    private void captureHealth(Source source, Map<String, HealthRecord> health) {
        for (SourceKey key : source.keys()) {
            for (ModelEntry model : source.config().models()) {
                Stream.of(source.health(model.id()), key.health(), key.health(model.id()))
                        .map(SlotHealth::window)
                        .flatMap(Optional::stream)
                        .filter(w -> w.until() - time.nanoTime() > 0)
                        .max((a, b) -> Long.signum(a.until() - b.until()))
                        .ifPresent(w -> health.put(name(source, key, model), record(w)));
            }
        }
    }

    private HealthRecord record(Cooldown window) {
        return new HealthRecord(
                window.cause().id(),
                epoch(window.openedAt()),
                epoch(window.until()),
                window.step(),
                window.error(),
                epoch(window.openedAt()));
    }

    private void restoreHealth(String name, HealthRecord record, Snapshot snapshot) {
        Optional<FailureClass> cause = Stream.of(FailureClass.values())
                .filter(c -> c.id().equals(record.failureClass()))
                .findFirst();
        Source source = snapshot.sources().get(sourceOf(name));
        if (cause.isEmpty() || source == null) {
            return;
        }
        long now = time.instant().toEpochMilli();
        Optional<Cooldown> window = snapshot.cooldowns()
                .restored(
                        cause.get(),
                        Duration.ofMillis(Math.max(0, now - record.since())),
                        Duration.ofMillis(record.until() - now),
                        record.step(),
                        record.lastError() == null ? "" : record.lastError(),
                        time.nanoTime());
        for (SourceKey key : source.keys()) {
            for (ModelEntry model : source.config().models()) {
                if (name(source, key, model).equals(name)) {
                    SlotHealth scope = scope(cause.get()) == FailureScope.SOURCE_MODEL
                            ? source.health(model.id())
                            : key.health(model.id());
                    window.ifPresent(scope::restore);
                }
            }
        }
    }

    private static FailureScope scope(FailureClass failureClass) {
        return switch (failureClass) {
            case TRANSPORT, MODEL_MISSING -> FailureScope.SOURCE_MODEL;
            case CREDENTIALS,
                    RATE_LIMITED,
                    QUOTA_USED_UP,
                    FREE_TIER_USED_UP,
                    CONTEXT_TOO_LONG,
                    CONTENT_FILTERED,
                    CALLER_FAULT,
                    CLIENT_GONE -> FailureScope.SOURCE_KEY_MODEL;
        };
    }

    private static String name(Source source, SourceKey key, ModelEntry model) {
        return HealthRecord.key(source.name(), key.hash(), model.id());
    }

    private static String sourceOf(String name) {
        return name.substring(0, Math.max(0, name.indexOf('|')));
    }

    private long epoch(long nanos) {
        return time.instant().toEpochMilli()
                + Duration.ofNanos(nanos - time.nanoTime()).toMillis();
    }
}
