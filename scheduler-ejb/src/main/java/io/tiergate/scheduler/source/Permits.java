package io.tiergate.scheduler.source;

import java.util.concurrent.atomic.AtomicInteger;

/** The units of a source's {@code max_concurrent}, each held by one attempt from start to end of its response. Thread-safe. */
public final class Permits {
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile int max;

    /** Makes {@code max} permits; 0 is no limit. */
    public Permits(int max) {
        this.max = max;
    }

    /** Takes a permit if one is free. */
    public boolean tryAcquire() {
        int limit = max;
        if (limit == 0) {
            inFlight.incrementAndGet();
            return true;
        }
        int now;
        do {
            now = inFlight.get();
            if (now >= limit) {
                return false;
            }
        } while (!inFlight.compareAndSet(now, now + 1));
        return true;
    }

    /** Gives a permit back. */
    public void release() {
        inFlight.decrementAndGet();
    }

    /** Returns whether a permit is free at this moment. */
    public boolean hasFree() {
        int limit = max;
        return limit == 0 || inFlight.get() < limit;
    }

    /** Returns the attempts in flight. */
    public int inFlight() {
        return inFlight.get();
    }

    /** Changes the limit; attempts above a lower one run on. */
    void resize(int newMax) {
        max = newMax;
    }
}
