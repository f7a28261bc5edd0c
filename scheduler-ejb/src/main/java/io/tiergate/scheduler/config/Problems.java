package io.tiergate.scheduler.config;

import io.tiergate.scheduler.config.ConfigProblem.Severity;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Gathers all problems of one load. For one thread. */
final class Problems {
    /** Most characters of a value that a message quotes: enough to find it, too few to fill a screen. */
    private static final int LONGEST_QUOTE = 80;

    private final Set<ConfigProblem> found = new LinkedHashSet<>();

    /**
     * Reports a problem; the same one twice counts once.
     *
     * @param key path of the key; empty for the whole file
     * @param what what is wrong: the value found and the value expected
     * @param remedy how to mend it: sentences
     */
    void add(ProblemCode code, String key, Place place, String what, String remedy) {
        String subject = key.isEmpty() ? "" : key + ": ";
        String message = code.text() + " " + subject + what + ", " + place + ". " + remedy;
        found.add(new ConfigProblem(code.text(), code.severity(), place.where(), place.line(), key, message));
    }

    boolean hasErrors() {
        return found.stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
    }

    /** Returns all, file by file and line by line. */
    List<ConfigProblem> all() {
        return found.stream()
                .sorted(Comparator.comparing(ConfigProblem::file).thenComparingInt(ConfigProblem::line))
                .toList();
    }

    /** Returns a value for a message: on one line, not too long, nothing invisible in it. */
    static String quote(String value) {
        StringBuilder quoted = new StringBuilder();
        value.codePoints().limit(LONGEST_QUOTE).forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT || isSeparator(c)) {
                quoted.append(String.format(Locale.ROOT, "\\u%04X", c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        if (value.codePointCount(0, value.length()) > LONGEST_QUOTE) {
            quoted.append('…');
        }
        return quoted.isEmpty() ? "\"\"" : quoted.toString();
    }

    private static boolean isSeparator(int c) {
        return Character.getType(c) == Character.LINE_SEPARATOR
                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
    }
}
