package io.tiergate.scheduler.source;

import io.tiergate.scheduler.config.SmartConfig;
import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.health.SlotHealth;
import io.tiergate.scheduler.health.SuccessWindow;
import io.tiergate.scheduler.quota.RateLimit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of the source of one name, over all configurations. Thread-safe. */
final class SourceState {
    private final Permits permits;
    private final Map<String, SlotHealth> healthByModel = new ConcurrentHashMap<>();
    private final Map<String, SuccessWindow> windowByModel = new ConcurrentHashMap<>();
    private final Map<String, SourceKey> keyByHash = new ConcurrentHashMap<>();
    private final RateLimit rate;
    private final KeyPool pool = new KeyPool();
    private final UnlistedModels unlisted = new UnlistedModels();
    private final SmartConfig smart;
    private volatile boolean refusesUsageOption;

    SourceState(SourceConfig config, SmartConfig smart, long now) {
        this.permits = new Permits(config.maxConcurrent());
        this.rate = new RateLimit(config.rpm(), config.tpm(), now);
        this.smart = smart;
    }

    Permits permits() {
        return permits;
    }

    RateLimit rate() {
        return rate;
    }

    KeyPool pool() {
        return pool;
    }

    SlotHealth health(String modelId) {
        return healthByModel.computeIfAbsent(modelId, m -> new SlotHealth());
    }

    SuccessWindow window(String modelId) {
        return windowByModel.computeIfAbsent(
                modelId, m -> new SuccessWindow(smart.window(), smart.minCalls(), smart.degradeBelow()));
    }

    /** Notes that a model was asked for that the source does not publish; returns the one that may be forgotten for it. */
    Optional<String> askedUnlisted(String modelId) {
        return unlisted.asked(modelId);
    }

    void forget(String modelId) {
        healthByModel.remove(modelId);
        windowByModel.remove(modelId);
        keyByHash.values().forEach(key -> key.forget(modelId));
    }

    /** Returns the key with this one's hash as it is known already, else this one. */
    SourceKey key(SourceKey key) {
        SourceKey known = keyByHash.putIfAbsent(key.hash(), key);
        return known == null ? key : known;
    }

    boolean refusesUsageOption() {
        return refusesUsageOption;
    }

    void rememberUsageOptionRefused() {
        refusesUsageOption = true;
    }
}
