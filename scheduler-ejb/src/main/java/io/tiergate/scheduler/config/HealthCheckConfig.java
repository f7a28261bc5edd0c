package io.tiergate.scheduler.config;

import java.time.Duration;

/**
 * How a source is asked whether it is well (SPEC 8).
 *
 * @param path under the base URL, with a slash at its start
 * @param interval between two checks; above 0
 * @param timeout of one check; above 0
 * @param unhealthyAfter failed checks in a row that make the source unhealthy; at least 1
 * @param authenticated whether the check sends the source's key
 */
public record HealthCheckConfig(
        String path, Duration interval, Duration timeout, int unhealthyAfter, boolean authenticated) {
    private static final HealthCheckConfig DEFAULTS =
            new HealthCheckConfig("/models", Duration.ofSeconds(30), Duration.ofSeconds(5), 3, true);

    /** Checks. */
    public HealthCheckConfig {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("path: no slash at its start");
        }
        Checked.positive("interval", interval);
        Checked.positive("timeout", timeout);
        Checked.atLeast("unhealthyAfter", unhealthyAfter, 1);
    }

    /** Returns what the keys that are left out of a {@code health_check} stand for. */
    public static HealthCheckConfig defaults() {
        return DEFAULTS;
    }
}
