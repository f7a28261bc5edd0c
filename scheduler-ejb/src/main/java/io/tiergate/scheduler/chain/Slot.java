package io.tiergate.scheduler.chain;

import io.tiergate.scheduler.config.ModelEntry;
import io.tiergate.scheduler.health.SlotHealth;
import io.tiergate.scheduler.health.Standing;
import io.tiergate.scheduler.health.SuccessWindow;
import io.tiergate.scheduler.quota.QuotaLedger;
import io.tiergate.scheduler.source.Permits;
import io.tiergate.scheduler.source.Source;
import io.tiergate.scheduler.source.SourceKey;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One rule of a chain, bound to its source. Immutable but for the turn it was last used at; thread-safe. All it needs while a
 * request is scheduled was looked up when the snapshot was made.
 */
public final class Slot {
    private final Source source;
    private final ModelEntry model;
    private final int tier;
    private final SlotHealth health;
    private final SuccessWindow window;
    private final Permits permits;
    private final List<SourceKey> keys;
    private final SlotHealth[] keyHealth;
    private final SlotHealth[] keyModelHealth;
    private final int probeLimit;
    private final QuotaLedger quota;
    private final boolean limited;
    private volatile long lastUsed;
    private final AtomicLong credit = new AtomicLong();

    /** Binds a rule without a quota. {@code tier} counts from 1. */
    public Slot(Source source, ModelEntry model, int tier) {
        this(source, model, tier, null);
    }

    /** Binds a rule. {@code tier} counts from 1; {@code quota} is null where it has none. */
    public Slot(Source source, ModelEntry model, int tier, QuotaLedger quota) {
        this.quota = quota;
        this.limited =
                quota != null || source.config().rpm() > 0 || source.config().tpm() > 0;
        this.source = source;
        this.model = model;
        this.tier = tier;
        this.health = source.health(model.id());
        this.window = source.window(model.id());
        this.permits = source.permits();
        this.keys = source.keys();
        this.keyHealth = keys.stream().map(SourceKey::health).toArray(SlotHealth[]::new);
        this.keyModelHealth = keys.stream().map(k -> k.health(model.id())).toArray(SlotHealth[]::new);
        this.probeLimit = source.probeLimit();
    }

    /** Returns its source. */
    public Source source() {
        return source;
    }

    /** Returns the source's model that it names. */
    public ModelEntry model() {
        return model;
    }

    /** Returns its tier, from 1. */
    public int tier() {
        return tier;
    }

    /** Returns the health of (source, model). */
    public SlotHealth health() {
        return health;
    }

    /** Returns the success window of (source, model). */
    public SuccessWindow window() {
        return window;
    }

    /** Returns its quota, null where it has none. */
    public QuotaLedger quota() {
        return quota;
    }

    /** Returns whether an attempt's tokens must be known beforehand, for a quota or {@code tpm}. */
    boolean countsTokens() {
        return quota != null || source.config().tpm() > 0;
    }

    /** Returns whether a quota, {@code rpm} or {@code tpm} bounds it. */
    boolean isLimited() {
        return limited;
    }

    /** Returns the attempts in flight at its source. */
    public int load() {
        return permits.inFlight();
    }

    /** Returns the turn it was last used at, 0 for never. */
    public long lastUsed() {
        return lastUsed;
    }

    /** Adds to the credit that weighted choice keeps, and returns the sum. */
    public long credit(long more) {
        return credit.addAndGet(more);
    }

    void used(long turn) {
        lastUsed = turn;
    }

    /** Returns whether its source has a permit to give. */
    boolean hasFreePermit() {
        return permits.hasFree();
    }

    List<SourceKey> keys() {
        return keys;
    }

    SlotHealth keyModelHealth(int key) {
        return keyModelHealth[key];
    }

    int probeLimit() {
        return probeLimit;
    }

    /** Returns how (slot, key) stands now: the worst of what cools the model, the key, or both. */
    Standing standing(int key, long now) {
        Standing worst = health.standing(now, probeLimit);
        worst = worse(worst, keyHealth[key].standing(now, probeLimit));
        return worse(worst, keyModelHealth[key].standing(now, probeLimit));
    }

    /** Returns whether what this key may use of the model is gone for longer than a while: free tier, quota or the key itself. */
    boolean isSpent(int key, long now) {
        return isSpent(keyHealth[key], now) || isSpent(keyModelHealth[key], now);
    }

    private static boolean isSpent(SlotHealth health, long now) {
        return health.window()
                .filter(w -> w.until() - now > 0)
                .filter(w -> switch (w.cause()) {
                    case FREE_TIER_USED_UP, QUOTA_USED_UP, CREDENTIALS -> true;
                    case TRANSPORT,
                            RATE_LIMITED,
                            MODEL_MISSING,
                            CONTEXT_TOO_LONG,
                            CONTENT_FILTERED,
                            CALLER_FAULT,
                            CLIENT_GONE -> false;
                })
                .isPresent();
    }

    private static Standing worse(Standing a, Standing b) {
        return severity(a) >= severity(b) ? a : b;
    }

    private static int severity(Standing standing) {
        return switch (standing) {
            case HEALTHY -> 0;
            case RECOVERING -> 1;
            case AWAITING_PROBE -> 2;
            case RECOVERING_BUSY -> 3;
            case PROBING -> 4;
            case COOLING -> 5;
        };
    }
}
