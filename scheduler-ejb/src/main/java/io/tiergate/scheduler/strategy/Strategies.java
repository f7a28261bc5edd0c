package io.tiergate.scheduler.strategy;

import io.tiergate.scheduler.config.SmartConfig;
import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.score.Scorer;

/** Gives the strategy of a kind. Immutable. */
public final class Strategies {
    private final Strategy listed = new Listed();
    private final Strategy weighted = new Weighted();
    private final Strategy keyFirst = new KeyFirst();
    private final Strategy preference;

    /** Makes the strategies of a configuration. */
    public Strategies(SmartConfig config) {
        preference = new Preference(new Scorer(config.weights()));
    }

    /**
     * Returns the strategy of a kind. {@code smart} is ordered by preference until it has a strategy of its own.
     */
    public Strategy of(StrategyKind kind) {
        return switch (kind) {
            case LISTED -> listed;
            case WEIGHTED -> weighted;
            case KEY_FIRST -> keyFirst;
            case PREFERENCE, SMART -> preference;
        };
    }
}
