package io.tiergate.scheduler.strategy;

import io.tiergate.scheduler.chain.Slot;
import java.util.List;

/** Orders the candidates of one tier. Thread-safe. */
public interface Strategy {
    /** Returns its name in configuration and logs. */
    String id();

    /** Returns whether one key of a source is spent before the next is touched; else healthy keys take turns. */
    default boolean spendsKeysInTurn() {
        return false;
    }

    /**
     * Returns the index of the candidate to take now.
     *
     * @param candidates the usable slots of one tier as written, at least one; not kept
     * @param now nanoseconds
     */
    int choose(List<Slot> candidates, long now);
}
