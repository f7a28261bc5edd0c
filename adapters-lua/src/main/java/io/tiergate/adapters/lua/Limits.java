package io.tiergate.adapters.lua;

import java.time.Duration;

/**
 * What one call of a script may use.
 *
 * @param instructions virtual-machine instructions; a library function counts more the more it does
 * @param time wall time, the conversion of arguments and results included
 * @param memory bytes of strings and tables that a call makes, whether or not it lets go of them; also what a stream's state may
 *     hold from one call to the next
 */
record Limits(long instructions, Duration time, long memory) {
    /** 10 million instructions, 1 s, 64 MiB: scenario S59. */
    static final Limits DEFAULT = new Limits(10_000_000, Duration.ofSeconds(1), 64L << 20);

    Limits {
        if (instructions < 1 || time.isNegative() || time.isZero() || memory < 1) {
            throw new IllegalArgumentException(
                    "limits " + instructions + ", " + time + ", " + memory + " (expected: all above 0)");
        }
    }
}
