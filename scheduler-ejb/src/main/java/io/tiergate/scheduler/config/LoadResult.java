package io.tiergate.scheduler.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a load came to: all or nothing.
 *
 * @param config the configuration; empty where a problem is an error
 * @param problems all of them, file by file and line by line
 * @param overridden the properties that environment or system properties give, e.g. {@code tiergate.routing.max_attempts}; the
 *     pages show these keys as read-only
 * @param document the merged configuration in the form of the files, templates included: what is left out is left out, variables
 *     are expanded. Holds keys in clear; never to be logged. Empty where a file cannot be read at all
 */
public record LoadResult(
        Optional<GatewayConfig> config, List<ConfigProblem> problems, Set<String> overridden, ObjectNode document) {
    /** Copies. */
    public LoadResult {
        problems = List.copyOf(problems);
        overridden = Set.copyOf(overridden);
        document = document.deepCopy();
    }

    /** Says problems and size, and nothing secret. */
    @Override
    public String toString() {
        return "LoadResult[" + config.map(c -> c.sources().size() + " sources").orElse("refused") + ", " + problems
                + "]";
    }
}
