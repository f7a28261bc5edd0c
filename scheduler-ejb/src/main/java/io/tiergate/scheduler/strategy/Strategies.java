package io.tiergate.scheduler.strategy;

import io.tiergate.scheduler.config.SmartConfig;
import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.score.Scorer;

/** Gives the strategy of a kind. Immutable. */
public final class Strategies {
    private final Strategy listed = new Listed();
    private final Strategy preference;

    /** Makes the strategies of a configuration. */
    public Strategies(SmartConfig config) {
        preference = new Preference(new Scorer(config.weights()));
    }

    /**
     * Returns the strategy of a kind. {@code smart}, {@code weighted} and {@code key_first} are ordered by preference until they
     * have strategies of their own.
     */
    public Strategy of(StrategyKind kind) {
        return switch (kind) {
            case LISTED -> listed;
            case PREFERENCE, SMART, WEIGHTED, KEY_FIRST -> preference;
        };
    }
}
