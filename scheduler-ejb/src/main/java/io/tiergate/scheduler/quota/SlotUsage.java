package io.tiergate.scheduler.quota;

import java.time.Instant;
import java.util.Objects;

/**
 * The use of a slot in one period, as the state file keeps it (SPEC 7, {@code slotUsage}).
 *
 * @param periodStart when the period started
 * @param used tokens, at least 0
 * @param estimated how many of {@code used} no upstream reported but we estimated
 * @param updatedAt when use was last added
 */
public record SlotUsage(Instant periodStart, long used, long estimated, Instant updatedAt) {
    /** Checks. */
    public SlotUsage {
        Objects.requireNonNull(periodStart, "periodStart");
        Objects.requireNonNull(updatedAt, "updatedAt");
        if (used < 0) {
            throw new IllegalArgumentException("used: " + used + " (expected: >= 0)");
        }
        if (estimated < 0 || estimated > used) {
            throw new IllegalArgumentException("estimated: " + estimated + " (expected: 0 to used, " + used + ")");
        }
    }
}
