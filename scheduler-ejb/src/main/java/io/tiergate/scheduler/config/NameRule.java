package io.tiergate.scheduler.config;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/** What the names of one kind of thing may look like. Names are compared and shown in NFC; any script will do. */
enum NameRule {
    /** Ends at the first {@code /} or {@code :} of a request's model; {@code |} parts the keys of the state file. */
    SOURCE("/:|", true),
    /** Is asked for as a model, and so may look like one; {@code |} parts the keys of the state file. */
    CHAIN("|", true),
    /** What upstreams call their models, some of them with blanks inside. */
    MODEL("", false);

    /** Longest name, in characters (SPEC 14). */
    private static final int LONGEST = 256;

    private final String refused;
    private final boolean withoutBlanks;

    NameRule(String refused, boolean withoutBlanks) {
        this.refused = refused;
        this.withoutBlanks = withoutBlanks;
    }

    /** Returns the name in NFC; empty where it is refused, which is reported. */
    Optional<String> read(Value value, Binding binding) {
        return read(value.text(), value.quoted(), value.key(), value.place(), binding);
    }

    Optional<String> read(String text, String quoted, KeyPath key, Place place, Binding binding) {
        String name = Normalizer.normalize(text, Normalizer.Form.NFC);
        Optional<String> reason = reason(name);
        reason.ifPresent(expected -> binding.problem(
                ProblemCode.NAME, key, place, quoted + " (expected: " + expected + ")", "Choose another name."));
        return reason.isEmpty() ? Optional.of(name) : Optional.empty();
    }

    private Optional<String> reason(String name) {
        String kind = name().toLowerCase(Locale.ROOT);
        if (name.isBlank()) {
            return Optional.of("the name of a " + kind);
        }
        if (name.length() > LONGEST) {
            return Optional.of("at most " + LONGEST + " characters");
        }
        if (has(name, NameRule::isHidden)) {
            return Optional.of("a name without control and direction characters");
        }
        if (withoutBlanks ? has(name, NameRule::isBlank) : hasStrayBlank(name)) {
            return Optional.of(withoutBlanks ? "a name without white space" : "a name without white space around it");
        }
        if (has(name, c -> refused.indexOf(c) >= 0)) {
            return Optional.of("a name without " + String.join(" ", refused.split("")));
        }
        return Optional.empty();
    }

    /** A blank inside a model's name is a plain one: other white space got there by accident. */
    private static boolean hasStrayBlank(String name) {
        return isBlank(name.codePointAt(0))
                || isBlank(name.codePointBefore(name.length()))
                || has(name, c -> isBlank(c) && c != ' ');
    }

    private static boolean has(String name, IntPredicate which) {
        return name.codePoints().anyMatch(which);
    }

    private static boolean isBlank(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /** Says whether a character is not seen, or makes others be seen in another order than they are sent. */
    private static boolean isHidden(int c) {
        return switch (c) {
            case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF -> true;
            default ->
                Character.isISOControl(c)
                        || (c >= 0x202A && c <= 0x202E)
                        || (c >= 0x2066 && c <= 0x2069)
                        || Character.getType(c) == Character.SURROGATE;
        };
    }
}
