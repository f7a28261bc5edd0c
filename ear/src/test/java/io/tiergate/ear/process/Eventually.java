package io.tiergate.ear.process;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread or process brings about, never longer than it is told. */
public final class Eventually {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private Eventually() {}

    /** Returns the first value that the supplier has.
     *
     * @param what the thing waited for, for the message
     * @throws AssertionError where it has none within the time */
    public static <T> T eventually(String what, Duration within, Supplier<Optional<T>> supplier) {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            Optional<T> value = supplier.get();
            if (value.isPresent()) {
                return value.get();
            }
            if (System.nanoTime() >= end) {
                throw new AssertionError(what + ": not within " + within);
            }
            pause();
        }
    }

    /** Waits until the condition holds.
     *
     * @throws AssertionError where it does not within the time */
    public static void eventually(String what, Duration within, BooleanSupplier condition) {
        eventually(what, within, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN_LOOKS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting", e);
        }
    }
}
