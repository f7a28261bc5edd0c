package io.tiergate.scheduler.config;

import java.time.ZoneId;

/**
 * Quotas.
 *
 * @param zone where the borders of periods lie; the server's where the file gives none
 */
public record QuotaConfig(ZoneId zone) {
    /** Returns the server's zone. */
    public static QuotaConfig defaults() {
        return new QuotaConfig(ZoneId.systemDefault());
    }
}
