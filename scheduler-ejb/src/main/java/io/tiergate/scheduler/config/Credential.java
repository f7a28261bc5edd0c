package io.tiergate.scheduler.config;

import java.util.Optional;
import java.util.function.IntPredicate;

/** Reads the keys of a source. No message holds any part of a key. */
final class Credential {
    private Credential() {}

    /** Returns the key without white space around it; empty where it is refused. Both are reported. */
    static Optional<Secret> read(Value value, String source, Binding binding) {
        String text = trimmed(value.text());
        if (text.isEmpty()) {
            refuseEmpty(value.key(), value.place(), source, binding);
            return Optional.empty();
        }
        if (has(text, Character::isISOControl)) {
            refuse(value, source, binding, "a line break or another control character inside it");
            return Optional.empty();
        }
        if (has(text, c -> c > 0x7e)) {
            refuse(value, source, binding, "a character outside ASCII, which no header can carry");
            return Optional.empty();
        }
        if (!text.equals(value.text())) {
            binding.problem(
                    ProblemCode.CREDENTIAL_TRIMMED,
                    value,
                    "white space around the key of source " + source + "; it is left out",
                    "Take it out of the file or the variable.");
        }
        return Optional.of(new Secret(text));
    }

    static void refuseEmpty(KeyPath key, Place place, String source, Binding binding) {
        binding.problem(
                ProblemCode.CREDENTIAL,
                key,
                place,
                "the key of source " + source + " is empty (expected: a key)",
                "Write the key, or drop the line where the upstream needs none.");
    }

    private static void refuse(Value value, String source, Binding binding, String what) {
        binding.problem(
                ProblemCode.CREDENTIAL,
                value,
                "the key of source " + source + " has " + what + " (expected: printable ASCII on one line)",
                "Copy the key once more, alone.");
    }

    /** Takes out at both ends what people paste along: white space of all kinds, byte order marks, zero-width spaces. */
    private static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF' || c == '\u200B';
    }

    private static boolean has(String text, IntPredicate which) {
        return text.chars().anyMatch(which);
    }
}
