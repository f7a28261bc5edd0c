package io.tiergate.scheduler.config;

/**
 * One thing that is wrong with the configuration, or that it does not do what its author may think.
 *
 * @param code GW1xxx; docs/configuration.md has an entry for each
 * @param severity whether the configuration is refused for it
 * @param file the file as people know it, or the override that gave the value
 * @param line from 1; 0 where the whole file is meant
 * @param key the path of the key, e.g. {@code sources[2].base_url}; empty where the whole file is meant
 * @param message code, key, value found, value expected, place and remedy in one text; never a secret
 */
public record ConfigProblem(String code, Severity severity, String file, int line, String key, String message) {
    /** Whether the configuration is refused for a problem. */
    public enum Severity {
        ERROR,
        WARNING
    }

    /** Returns the message. */
    @Override
    public String toString() {
        return message;
    }
}
