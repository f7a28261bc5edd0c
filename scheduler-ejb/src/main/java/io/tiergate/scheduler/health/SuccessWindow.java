package io.tiergate.scheduler.health;

import java.time.Duration;

/**
 * The last attempts of one (source, model), none older than ten minutes (SPEC 8), as a ring of fixed size. Thread-safe: a short
 * lock of its own, held for a few nanoseconds and by nobody who waits for anything else.
 */
public final class SuccessWindow {
    /** Attempts older than this no longer count (SPEC 8). */
    static final Duration HORIZON = Duration.ofMinutes(10);

    private final long[] at;
    private final boolean[] failure;
    private final int minCalls;
    private final double degradeBelow;
    private int start;
    private int size;
    private int failures;

    /** Read without the lock: most slots have no failures. */
    private volatile boolean flawless = true;

    /**
     * Makes an empty window.
     *
     * @param capacity how many attempts it holds, at least 1
     * @param minCalls the least number that failures are divided by, so that one early failure does not starve a slot
     * @param degradeBelow the rate below which it is halved
     */
    public SuccessWindow(int capacity, int minCalls, double degradeBelow) {
        this.at = new long[capacity];
        this.failure = new boolean[capacity];
        this.minCalls = minCalls;
        this.degradeBelow = degradeBelow;
    }

    /** Enters one attempt that ended now. */
    public synchronized void record(boolean failed, long now) {
        expire(now);
        if (size == at.length) {
            dropOldest();
        }
        int i = (start + size) % at.length;
        at[i] = now;
        failure[i] = failed;
        size++;
        if (failed) {
            failures++;
            flawless = false;
        }
    }

    /** Starts afresh, as a successful probe does. */
    public synchronized void reset() {
        start = 0;
        size = 0;
        failures = 0;
        flawless = true;
    }

    /** Returns 1 − failures / max(attempts, minCalls), halved below the degrade threshold; 1 without history. */
    public double success(long now) {
        return flawless ? 1 : successOfSome(now);
    }

    private synchronized double successOfSome(long now) {
        expire(now);
        double rate = 1 - (double) failures / Math.max(size, minCalls);
        return rate < degradeBelow ? rate / 2 : rate;
    }

    private void expire(long now) {
        while (size > 0 && now - at[start] > HORIZON.toNanos()) {
            dropOldest();
        }
    }

    private void dropOldest() {
        if (failure[start]) {
            failures--;
            flawless = failures == 0;
        }
        start = (start + 1) % at.length;
        size--;
    }
}
