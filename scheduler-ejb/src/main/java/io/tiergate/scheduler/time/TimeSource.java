package io.tiergate.scheduler.time;

import java.time.Duration;
import java.time.Instant;

/** The clock of the scheduler: all that waits, cools down or is logged reads the time here. Thread-safe. */
public interface TimeSource {
    /** Returns nanoseconds from an arbitrary origin, never going back: for waits, cooldowns and latency. */
    long nanoTime();

    /** Returns the wall clock: for quota periods, logs and what is stored. May jump. */
    Instant instant();

    /**
     * Blocks the calling thread.
     *
     * @throws InterruptedException where the thread was interrupted
     */
    void sleep(Duration duration) throws InterruptedException;

    /** Returns the clock of this machine. */
    static TimeSource system() {
        return SystemTimeSource.INSTANCE;
    }
}
