package io.tiergate.scheduler.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the key that a misspelt one was meant to be. */
final class NearestKey {
    /** Longest text that is compared: longer ones are no misspelt keys, and would cost their square. */
    private static final int LONGEST = 100;

    private NearestKey() {}

    /** Returns the known key that is nearest to {@code key}; empty where none is near. */
    static Optional<String> to(String key, Collection<String> known) {
        if (key.length() > LONGEST) {
            return Optional.empty();
        }
        String plain = plain(key);
        int far = Math.min(Math.max(1, plain.length() / 3), plain.length() - 1);
        return known.stream()
                .filter(candidate -> distance(plain, plain(candidate)) <= far)
                .min(Comparator.comparingInt(candidate -> distance(plain, plain(candidate))));
    }

    /** Leaves out what people write in different ways: {@code baseUrl}, {@code base-url}, {@code base_url}. */
    private static String plain(String key) {
        return key.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    /** Counts inserted, left out, changed and swapped letters (Damerau and Levenshtein, optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, d);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(String a, String b, int i, int j, int[][] d) {
        int changed = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(changed, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, d[i - 2][j - 2] + 1) : least;
    }
}
