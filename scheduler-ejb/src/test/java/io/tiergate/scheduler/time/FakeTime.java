package io.tiergate.scheduler.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is told to go on. Sleeping moves it. Thread-safe. */
public final class FakeTime implements TimeSource {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L); // overflows after a second
    private volatile Instant wall = START;

    /** Moves both readings. */
    public synchronized void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
        wall = wall.plus(by);
    }

    /** Moves the wall clock alone, as an operator or NTP does. */
    public synchronized void jumpWallClock(Duration by) {
        wall = wall.plus(by);
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public Instant instant() {
        return wall;
    }

    @Override
    public void sleep(Duration duration) {
        advance(duration);
    }
}
