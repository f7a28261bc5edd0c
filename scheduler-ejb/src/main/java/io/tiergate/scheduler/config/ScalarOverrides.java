package io.tiergate.scheduler.config;

import java.util.Optional;
import java.util.Set;

/**
 * Values that stand above the files: the environment and system properties. They override single scalar keys of what is there;
 * they make no source, chain or section that no file has.
 */
public interface ScalarOverrides {
    /**
     * Returns the value for a key, e.g. {@code tiergate.sources.openai-a.base_url}; named things stand under their names. An empty
     * text counts as no value.
     */
    Optional<Value> find(String property);

    /** Returns the names of all values there are, ours or not, so that misspelt ones can be told. */
    Set<String> names();

    /** Returns: nothing is overridden. */
    static ScalarOverrides none() {
        return new ScalarOverrides() {
            @Override
            public Optional<Value> find(String property) {
                return Optional.empty();
            }

            @Override
            public Set<String> names() {
                return Set.of();
            }
        };
    }

    /**
     * A value that stands above the files.
     *
     * @param text raw; not expanded
     * @param origin where it came from, for people, e.g. {@code the environment variable TIERGATE_ROUTING_MAX_ATTEMPTS}
     */
    record Value(String text, String origin) {}
}
