package io.tiergate.scheduler.config;

import java.time.Duration;

/**
 * The limits on one upstream call. All above 0.
 *
 * @param connect until the connection stands, TLS included
 * @param firstToken of a stream: until its first event, which also bounds its headers; comments do not end it
 * @param idle until the next byte, comments included
 * @param total of an answer that is not streamed; a stream has no total limit
 */
public record Timeouts(Duration connect, Duration firstToken, Duration idle, Duration total) {
    private static final Timeouts DEFAULTS =
            new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofMinutes(10));

    /** Checks. */
    public Timeouts {
        Checked.positive("connect", connect);
        Checked.positive("firstToken", firstToken);
        Checked.positive("idle", idle);
        Checked.positive("total", total);
    }

    /** Returns 5s, 60s, 30s and 10m. */
    public static Timeouts defaults() {
        return DEFAULTS;
    }
}
