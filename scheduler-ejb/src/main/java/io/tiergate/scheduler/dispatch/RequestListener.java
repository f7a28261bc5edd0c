package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.failure.Failure;
import io.tiergate.scheduler.chain.Slot;
import io.tiergate.scheduler.health.Cooldown;
import io.tiergate.scheduler.log.RequestRecord;

/** Told what happens to requests; returns at once unless said otherwise, and never throws. Called by many threads. */
public interface RequestListener {
    /**
     * A request whose answer is about to end has changed a cooldown or a cursor, which is to outlast a crash. The one call that may
     * wait, 100 ms at most (SPEC 7).
     */
    default void mustLast() {}

    /** A request ended. */
    default void ended(RequestRecord request) {}

    /** A failure opened a cooldown. */
    default void cooldownOpened(Slot slot, Cooldown window, Failure failure) {}

    /** A success closed a cooldown. */
    default void cooldownClosed(Slot slot, Cooldown window) {}
}
