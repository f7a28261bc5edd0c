package io.tiergate.scheduler.source;

/**
 * What is kept of one (key, model) beside its cooldown, as the state file has it (SPEC 7).
 *
 * @param failureCount how often its free tier was found used up; never reset
 * @param lastError what the upstream said the last time, null after a success
 * @param lastUsedAt when it last served; Unix milliseconds, 0 for never
 * @param updatedAt when any of this changed; Unix milliseconds
 */
public record KeyModelUse(long failureCount, String lastError, long lastUsedAt, long updatedAt) {
    /** Never used. */
    public static final KeyModelUse NONE = new KeyModelUse(0, null, 0, 0);

    KeyModelUse served(long now) {
        return new KeyModelUse(failureCount, null, now, now);
    }

    KeyModelUse usedUp(String error, long now) {
        return new KeyModelUse(failureCount + 1, error, lastUsedAt, now);
    }
}
