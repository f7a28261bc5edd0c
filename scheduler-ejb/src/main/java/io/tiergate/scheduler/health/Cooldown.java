package io.tiergate.scheduler.health;

import io.tiergate.adapter.failure.FailureClass;

/**
 * One window after a failure.
 *
 * @param cause the class of the failure that opened it
 * @param openedAt when it opened; nanoseconds
 * @param silentUntil when its silent part ends and a probe may go: its middle, its end where the upstream named the time or the
 *     class is never probed
 * @param until when it ends
 * @param step the step of the ladder, from 1; 0 for a class without a ladder
 * @param error the failure's message
 */
public record Cooldown(FailureClass cause, long openedAt, long silentUntil, long until, int step, String error) {
    /** Checks the order of its times. */
    public Cooldown {
        if (silentUntil - openedAt < 0 || until - silentUntil < 0) {
            throw new IllegalArgumentException("a cooldown runs from openedAt over silentUntil to until");
        }
    }
}
