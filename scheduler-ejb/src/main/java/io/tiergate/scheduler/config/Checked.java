package io.tiergate.scheduler.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The checks that the configuration's records make on themselves. A reader has found and reported such values before; here they
 *  are bugs of the caller, so each throws {@link IllegalArgumentException} with the component's name. */
final class Checked {
    private Checked() {}

    static int atLeast(String what, int value, int least) {
        atLeast(what, (long) value, least);
        return value;
    }

    static long atLeast(String what, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: >= " + least + ")");
        }
        return value;
    }

    static double within(String what, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: " + least + " to " + most + ")");
        }
        return value;
    }

    static Duration positive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: > 0s)");
        }
        return value;
    }

    static Duration notNegative(String what, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: >= 0s)");
        }
        return value;
    }

    static String present(String what, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(what + ": blank");
        }
        return value;
    }

    /** Returns a copy that keeps the order, which is the order people see. */
    static <K, V> Map<K, V> ordered(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
