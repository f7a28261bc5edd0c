package io.tiergate.scheduler.upstream;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Tells a request that its client left. What runs at that moment is aborted; what would run later is not started. Thread-safe;
 * {@link #cancel} may come from any thread, more than once, and before anything is bound.
 */
public final class Cancellation {
    private final AtomicReference<Runnable> abort = new AtomicReference<>();
    private volatile boolean cancelled;

    /** The client left. */
    public void cancel() {
        cancelled = true;
        runBound();
    }

    /** Returns whether the client left. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** Has {@code newAbort} run when the client leaves; at once where it has left already. */
    public void bind(Runnable newAbort) {
        abort.set(newAbort);
        if (cancelled) { // set before or after cancel() looked: one of the two runs it
            runBound();
        }
    }

    /** Unbinds what was bound. */
    public void unbind() {
        abort.set(null);
    }

    private void runBound() {
        Runnable bound = abort.getAndSet(null);
        if (bound != null) {
            bound.run();
        }
    }
}
