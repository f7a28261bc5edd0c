package io.tiergate.adapters.lua;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A script's turn on a processor. Nobody takes a virtual thread off its carrier by force: without turns, as many endless loops as
 * there are processors would stop every other request for the second that they may last. So a script that has run for {@link
 * #LENGTH} needs one of the {@link #places}, of which there is one less than there are processors, and passes it on after each
 * {@code LENGTH}. What ends sooner, as every sensible script does, never gets here.
 *
 * <p>A yield is not enough, and neither is a pause: a carrier runs what others put back into its queue before it looks for new
 * requests. Measured with 8 endless loops on 2 processors, a new request waited up to 170 ms with yields, 380 ms with pauses.
 *
 * <p>Belongs to one {@link Meter}; the places belong to all. On platform threads, which the system takes turns with, it does nothing.
 */
final class Turn {
    /** The places of this process, given in the order of asking. */
    static final Semaphore PLACES =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() - 1), true);

    /** 2 ms: some hundred times what a usual call takes. */
    static final long LENGTH = 2_000_000;

    /** 50 µs without running, place kept: where there is one processor, all else runs in these. */
    private static final long PAUSE = 50_000;

    private final Semaphore places;
    private long since;
    private boolean held;

    Turn(Semaphore places) {
        this.places = places;
    }

    /** Begins a call at a time of the meter's clock. */
    void begin(long now) {
        since = now;
    }

    /** Returns whether it is time for {@link #pass}. */
    boolean isOver(long now) {
        return now - since > LENGTH && Thread.currentThread().isVirtual();
    }

    /**
     * Waits for the next turn.
     *
     * @param most nanoseconds that the call has left
     * @return whether there was one in that time; false too where the thread is interrupted, which it stays
     */
    boolean pass(long most) {
        if (held) {
            LockSupport.parkNanos(PAUSE);
            end();
        }
        try {
            held = places.tryAcquire(most, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return held;
    }

    /** Ends the call. */
    void end() {
        if (held) {
            held = false;
            places.release();
        }
    }
}
