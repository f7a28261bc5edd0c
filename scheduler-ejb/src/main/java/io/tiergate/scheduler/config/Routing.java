package io.tiergate.scheduler.config;

import java.time.Duration;
import java.util.Optional;

/**
 * What holds for every request.
 *
 * @param maxAttempts upstream calls a request, without those that a used-up free tier ended; at least 1
 * @param deadline of a whole request; above 0
 * @param mode the strategy for a name that several sources offer; not {@code KEY_FIRST}, which needs a chain
 * @param shadow a strategy that runs beside it and is logged, never used
 * @param smart the strategy {@code smart} and its breaker
 */
public record Routing(
        int maxAttempts, Duration deadline, StrategyKind mode, Optional<StrategyKind> shadow, SmartConfig smart) {
    private static final Routing DEFAULTS =
            new Routing(8, Duration.ofMinutes(10), StrategyKind.PREFERENCE, Optional.empty(), SmartConfig.defaults());

    /** Checks. */
    public Routing {
        Checked.atLeast("maxAttempts", maxAttempts, 1);
        Checked.positive("deadline", deadline);
        if (mode == StrategyKind.KEY_FIRST || shadow.equals(Optional.of(StrategyKind.KEY_FIRST))) {
            throw new IllegalArgumentException("KEY_FIRST needs a chain");
        }
    }

    /** Returns 8 attempts, 10m and {@code PREFERENCE}. */
    public static Routing defaults() {
        return DEFAULTS;
    }
}
