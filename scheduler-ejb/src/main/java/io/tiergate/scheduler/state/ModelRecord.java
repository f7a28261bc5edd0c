package io.tiergate.scheduler.state;

/**
 * What is kept of one key and model of a {@code key_first} pool.
 *
 * @param keyHash SHA-256 of the key in lower-case hex, "" for a source without a key; never the key itself
 * @param modelId the model's id
 * @param cooldownUntil when its cooldown ends, 0 for none; Unix ms
 * @param failureCount how often its free allowance was found used up; a success leaves it
 * @param lastError the upstream's message when it last was; null after a success
 * @param lastUsedAt its last success, 0 for none; Unix ms
 * @param updatedAt the record's last change; Unix ms
 */
public record ModelRecord(
        String keyHash,
        String modelId,
        long cooldownUntil,
        long failureCount,
        String lastError,
        long lastUsedAt,
        long updatedAt) {
    /** Returns the key of its place in {@code modelState}: {@code <keyHash>:<modelId>}. */
    public String key() {
        return key(keyHash, modelId);
    }

    /** Returns the key of a place in {@code modelState}; unambiguous, as no hash has a colon. */
    public static String key(String keyHash, String modelId) {
        return keyHash + ':' + modelId;
    }
}
