package io.tiergate.scheduler.config;

/**
 * One key of a source.
 *
 * @param secret what is sent upstream
 * @param enabled false takes the key out without forgetting it
 */
public record ApiKey(Secret secret, boolean enabled) {
    /** Returns an enabled key. */
    public static ApiKey of(String text) {
        return new ApiKey(new Secret(text), true);
    }
}
