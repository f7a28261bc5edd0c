package io.tiergate.scheduler.config;

/**
 * Adapters.
 *
 * @param uploadJars whether the pages take jars, which is to say code that runs in the server
 */
public record AdaptersConfig(boolean uploadJars) {
    /** Returns: no jars. */
    public static AdaptersConfig defaults() {
        return new AdaptersConfig(false);
    }
}
