package io.tiergate.scheduler.config;

import java.time.Duration;

/**
 * Streaming (SPEC 9).
 *
 * @param maxEvent bytes of the longest event; at least 1
 * @param relayBuffer bytes that are held for a client slower than its upstream; at least 1
 * @param clientStall how long a client may read nothing before it is cut; above 0
 * @param rescue what is done for a stream that breaks
 */
public record StreamConfig(long maxEvent, long relayBuffer, Duration clientStall, RescueKind rescue) {
    private static final StreamConfig DEFAULTS =
            new StreamConfig(16 << 20, 1 << 20, Duration.ofSeconds(60), RescueKind.OFF);

    /** Checks. */
    public StreamConfig {
        Checked.atLeast("maxEvent", maxEvent, 1);
        Checked.atLeast("relayBuffer", relayBuffer, 1);
        Checked.positive("clientStall", clientStall);
    }

    /** Returns 16 MiB, 1 MiB, 60s and {@code OFF}. */
    public static StreamConfig defaults() {
        return DEFAULTS;
    }
}
