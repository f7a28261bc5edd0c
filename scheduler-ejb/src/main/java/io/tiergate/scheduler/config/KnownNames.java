package io.tiergate.scheduler.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names that slots and rules may refer to.
 *
 * @param sources by name; empty for those that could not be bound, whose own problems are reported
 * @param hidden names of sources that tombstones hide
 * @param chains names of all chains but the two built-in ones
 */
record KnownNames(Map<String, Optional<SourceConfig>> sources, Set<String> hidden, Set<String> chains) {
    /** Says whether a name is that of {@code auto} or {@code auto_image}, in any case. */
    static boolean isBuiltIn(String name) {
        return name.equalsIgnoreCase(ChainConfig.AUTO) || name.equalsIgnoreCase(ChainConfig.AUTO_IMAGE);
    }

    /** Returns the name of a chain as {@link ChainConfig} has it; empty where there is none. */
    Optional<String> chain(String name) {
        if (isBuiltIn(name)) {
            return Optional.of(name.toUpperCase(Locale.ROOT));
        }
        return chains.contains(name) ? Optional.of(name) : Optional.empty();
    }

    /** Reports a name that nothing has. */
    static void unknown(Value value, String expected, Collection<String> known, Binding binding) {
        binding.problem(
                ProblemCode.UNKNOWN_NAME,
                value,
                value.quoted() + " (expected: " + expected + ")",
                NearestKey.to(value.text(), known)
                        .map(near -> "Did you mean " + Problems.quote(near) + "?")
                        .orElse("Correct the name, or add what it names."));
    }
}
