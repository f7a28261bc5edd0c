package io.tiergate.scheduler.config;

import java.time.Duration;
import java.util.List;

/**
 * Sticky sessions: requests of one session prefer the source that served the last one.
 *
 * @param by where the session's name is taken from, the first that a request has; at least one
 * @param ttl how long a binding lives after its last use; above 0
 */
public record StickyConfig(List<StickyKey> by, Duration ttl) {
    /** How long a binding lives where no {@code ttl} is given (SPEC 8). */
    public static final Duration DEFAULT_TTL = Duration.ofMinutes(30);

    /** Checks and copies. */
    public StickyConfig {
        by = List.copyOf(by);
        if (by.isEmpty()) {
            throw new IllegalArgumentException("by: empty");
        }
        Checked.positive("ttl", ttl);
    }
}
