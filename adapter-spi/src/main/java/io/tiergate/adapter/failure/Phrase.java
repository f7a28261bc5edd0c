package io.tiergate.adapter.failure;

import java.util.ArrayList;
import java.util.List;

/**
 * Words to look for in an upstream's message, as plain containment in lower case.
 *
 * @param all texts that must all stand in it
 * @param none texts of which none may
 */
record Phrase(List<String> all, List<String> none) {
    /** Returns a phrase from its short form: texts that must stand there after {@code " + "}, texts that must not after {@code " - "}. */
    static Phrase of(String form) {
        List<String> all = new ArrayList<>();
        List<String> none = new ArrayList<>();
        for (String plus : form.split(" \\+ ", -1)) {
            String[] parts = plus.split(" - ", -1);
            all.add(parts[0]);
            none.addAll(List.of(parts).subList(1, parts.length));
        }
        return new Phrase(List.copyOf(all), List.copyOf(none));
    }

    static List<Phrase> list(String... forms) {
        return List.of(forms).stream().map(Phrase::of).toList();
    }

    static boolean any(List<Phrase> phrases, String text) {
        for (Phrase phrase : phrases) {
            if (phrase.standsIn(text)) {
                return true;
            }
        }
        return false;
    }

    boolean standsIn(String lowerCaseText) {
        for (String wanted : all) {
            if (!lowerCaseText.contains(wanted)) {
                return false;
            }
        }
        for (String unwanted : none) {
            if (lowerCaseText.contains(unwanted)) {
                return false;
            }
        }
        return true;
    }
}
