package io.tiergate.scheduler.state;

/**
 * The window of something that cools.
 *
 * @param failureClass id of the class that opened it (SPEC 5), as it stands in the file: a name that this version does not know
 *     is possible; {@code class} in the file
 * @param since when it opened; Unix ms
 * @param until when it ends; Unix ms
 * @param step step of the ladder, from 1; 0 for a class without one
 * @param lastError the failure's message; null where there is none
 * @param updatedAt the record's last change; Unix ms
 */
public record HealthRecord(String failureClass, long since, long until, int step, String lastError, long updatedAt) {
    /**
     * Returns the key of a place in {@code health}. No source has a {@code |} in its name, no hash either; models may.
     *
     * @param keyHash "" where all keys of the source cool
     * @param modelId "" where all models of the key cool
     */
    public static String key(String source, String keyHash, String modelId) {
        return source + '|' + keyHash + '|' + modelId;
    }
}
