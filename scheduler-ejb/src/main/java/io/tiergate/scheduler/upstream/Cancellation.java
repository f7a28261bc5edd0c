package io.tiergate.scheduler.upstream;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Tells a request that its client left. What runs at that moment is aborted; what would run later is not started. Thread-safe;
 * {@link #cancel} may come from any thread, more than once, and before anything is bound.
 */
public final class Cancellation {
    private static final Runnable CANCELLED = () -> {};

    private final AtomicReference<Runnable> abort = new AtomicReference<>();

    /** The client left. */
    public void cancel() {
        Runnable bound = abort.getAndSet(CANCELLED);
        if (bound != null) {
            bound.run();
        }
    }

    /** Returns whether the client left. */
    public boolean isCancelled() {
        return abort.get() == CANCELLED;
    }

    /** Has {@code newAbort} run when the client leaves; at once where it has left already. */
    public void bind(Runnable newAbort) {
        Runnable old = abort.get();
        if (old == CANCELLED || !abort.compareAndSet(old, newAbort)) {
            newAbort.run();
        }
    }

    /** Unbinds what was bound. */
    public void unbind() {
        Runnable old = abort.get();
        if (old != CANCELLED) {
            abort.compareAndSet(old, null);
        }
    }
}
