package io.tiergate.scheduler.config;

import java.time.Duration;

/**
 * How long what cools (SPEC 5).
 *
 * @param base the first step of the ladder; above 0
 * @param max the last step of the ladder; at least {@code base}
 * @param retryAfterMax the longest Retry-After that is believed; at least 0
 * @param credentials after a refused credential; above 0
 * @param rateLimited after a 429 without a longer Retry-After; above 0
 * @param quotaMax after a used-up quota, at most; above 0
 * @param freeTier after a used-up free tier; above 0
 * @param modelMissing after an upstream said that it does not have the model; above 0
 */
public record CooldownConfig(
        Duration base,
        Duration max,
        Duration retryAfterMax,
        Duration credentials,
        Duration rateLimited,
        Duration quotaMax,
        Duration freeTier,
        Duration modelMissing) {
    private static final CooldownConfig DEFAULTS = new CooldownConfig(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            Duration.ofDays(30),
            Duration.ofMinutes(10));

    /** Checks. */
    public CooldownConfig {
        Checked.positive("base", base);
        Checked.notNegative("max - base", max.minus(base));
        Checked.notNegative("retryAfterMax", retryAfterMax);
        Checked.positive("credentials", credentials);
        Checked.positive("rateLimited", rateLimited);
        Checked.positive("quotaMax", quotaMax);
        Checked.positive("freeTier", freeTier);
        Checked.positive("modelMissing", modelMissing);
    }

    /** Returns the defaults of SPEC 2. */
    public static CooldownConfig defaults() {
        return DEFAULTS;
    }

    /** Returns these times with another {@code quotaMax}. */
    public CooldownConfig withQuotaMax(Duration quotaMax) {
        return new CooldownConfig(base, max, retryAfterMax, credentials, rateLimited, quotaMax, freeTier, modelMissing);
    }
}
