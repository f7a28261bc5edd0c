package io.tiergate.scheduler.config;

import java.time.Duration;

/**
 * The strategy {@code smart} and its breaker (SPEC 8).
 *
 * @param weights of the score's terms; a chain may have its own
 * @param window attempts that the success of a (source, model) is taken from; at least 1
 * @param degradeBelow success below which a score's success term is halved; 0 to 1; a chain may have its own
 * @param breakerBelow success below which the breaker opens; 0 to 1
 * @param minCalls attempts without which no breaker opens; at least 1
 * @param recovery how long a breaker stays open at first; above 0
 * @param recoveryMax how long at most, after doubling; at least {@code recovery}
 * @param prefilter candidates that are scored, those of the best match first; at least 1; a chain may have its own
 * @param familyMatch whether names of one family match; false: exact names only
 */
public record SmartConfig(
        Weights weights,
        int window,
        double degradeBelow,
        double breakerBelow,
        int minCalls,
        Duration recovery,
        Duration recoveryMax,
        int prefilter,
        boolean familyMatch) {
    private static final SmartConfig DEFAULTS = new SmartConfig(
            Weights.defaults(), 100, 0.8, 0.5, 10, Duration.ofSeconds(60), Duration.ofMinutes(10), 20, true);

    /** Checks. */
    public SmartConfig {
        Checked.atLeast("window", window, 1);
        Checked.within("degradeBelow", degradeBelow, 0, 1);
        Checked.within("breakerBelow", breakerBelow, 0, 1);
        Checked.atLeast("minCalls", minCalls, 1);
        Checked.positive("recovery", recovery);
        Checked.notNegative("recoveryMax - recovery", recoveryMax.minus(recovery));
        Checked.atLeast("prefilter", prefilter, 1);
    }

    /** Returns the defaults of SPEC 8. */
    public static SmartConfig defaults() {
        return DEFAULTS;
    }
}
