package io.tiergate.scheduler.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Expands <code>${VAR}</code> and <code>${VAR:default}</code> inside scalars, after parsing and once: what a variable holds is
 * text, whatever it looks like. {@code $$} is one {@code $}; a {@code $} before anything else is itself.
 */
final class Variables {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Map<String, String> environment;

    Variables(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Says whether a scalar is more than its own text. */
    static boolean areIn(Node.Scalar scalar) {
        return !scalar.place().ours()
                && (scalar.written().contains("${") || scalar.written().contains("$$"));
    }

    /** Returns the text of a scalar; empty where that is reported as a problem of {@code key}. */
    Optional<String> expand(Node.Scalar scalar, String key, Problems problems) {
        if (!areIn(scalar)) {
            return Optional.of(scalar.written());
        }
        String written = scalar.written();
        StringBuilder text = new StringBuilder();
        boolean whole = true;
        int i = 0;
        while (i < written.length()) {
            if (written.startsWith("$$", i)) {
                text.append('$');
                i += 2;
            } else if (written.startsWith("${", i)) {
                int end = written.indexOf('}', i);
                Optional<String> value = end < 0
                        ? refuse(
                                scalar,
                                key,
                                problems,
                                "a ${ without its }",
                                "Close it, or write $$ for a $ that is meant.")
                        : value(written.substring(i + 2, end), scalar, key, problems);
                whole &= value.isPresent();
                value.ifPresent(text::append);
                i = end < 0 ? written.length() : end + 1;
            } else {
                text.append(written.charAt(i++));
            }
        }
        return whole ? Optional.of(text.toString()) : Optional.empty();
    }

    private Optional<String> value(String reference, Node.Scalar scalar, String key, Problems problems) {
        int colon = reference.indexOf(':');
        String name = colon < 0 ? reference : reference.substring(0, colon);
        if (!NAME.matcher(name).matches()) {
            return refuse(
                    scalar,
                    key,
                    problems,
                    "a ${} without the name of a variable (expected: letters, digits and _, e.g. ${OPENAI_API_KEY})",
                    "Name a variable, or write $$ for a $ that is meant.");
        }
        if (environment.containsKey(name)) {
            return Optional.of(environment.get(name));
        }
        if (colon < 0) {
            return refuse(
                    scalar,
                    key,
                    problems,
                    "the environment variable " + name + " is not set",
                    "Set it, or write ${" + name + ":default}, or $$ for a $ that is meant.");
        }
        String fallback = reference.substring(colon + 1);
        if (fallback.contains("${")) {
            return refuse(
                    scalar,
                    key,
                    problems,
                    "a ${ inside the default of ${" + name + "} (expected: plain text; nothing is expanded twice)",
                    "Set " + name + ", or write its default out.");
        }
        return Optional.of(fallback);
    }

    private static Optional<String> refuse(
            Node.Scalar scalar, String key, Problems problems, String what, String remedy) {
        problems.add(ProblemCode.VARIABLE, key, scalar.place(), what, remedy);
        return Optional.empty();
    }
}
