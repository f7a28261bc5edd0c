package io.tiergate.scheduler.state;

import io.tiergate.scheduler.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Decides when the state is written, on a thread of its own; what is asked for while a write runs goes into one next write.
 * Thread-safe. The lock guards the plan only and is never held while state is gathered or written.
 *
 * <p>A caller changes the state first and asks then. What the supplier reads must be published as usual (volatile, atomic or
 * under a lock): then a write that begins after the call has the change.
 */
public final class StateWriter implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StateWriter.class.getName());

    /** SPEC 7: at most 1 s late; the tenth that is left is for the write itself, as much as a request would wait for it. */
    static final Duration SOON = Duration.ofMillis(900);

    /** Pause after a failed write. A guess: seldom enough for a sick disk, soon enough that nobody waits for it. */
    static final Duration RETRY = Duration.ofSeconds(1);

    /** The longest that {@link #close} waits for a disk that hangs. A guess. */
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private static final long DAY = Duration.ofDays(1).toSeconds();

    private final StateFile file;
    private final Supplier<PersistedState> current;
    private final TimeSource time;
    private final Consumer<Optional<String>> listener;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition asked = lock.newCondition();
    private final Condition ended = lock.newCondition();

    /** Whether a write is planned, for {@link #dueAt}. Written under the lock, read without it by the many who need no change. */
    private volatile boolean planned;

    private long dueAt;
    private boolean failing;
    private long retryAt;
    private long begun;
    private long durable;
    private volatile boolean closing;
    private volatile Optional<String> trouble = Optional.empty();

    /** Makes a writer without its thread, which tests do by hand: see {@link #turn}. */
    StateWriter(
            StateFile file, Supplier<PersistedState> current, TimeSource time, Consumer<Optional<String>> listener) {
        this.file = file;
        this.current = current;
        this.time = time;
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("tiergate-state-writer").daemon().unstarted(this::run);
    }

    /**
     * Starts a writer.
     *
     * @param file loaded already
     * @param current gives the state to write; asked by the writer's thread
     * @param listener told on the writer's thread, before those who wait, when {@link #trouble} changes
     */
    public static StateWriter start(
            StateFile file, Supplier<PersistedState> current, TimeSource time, Consumer<Optional<String>> listener) {
        StateWriter writer = new StateWriter(file, current, time, listener);
        writer.thread.start();
        return writer;
    }

    /** Asks that the state of now is on disk within a second; returns at once. */
    public void saveSoon() {
        if (!planned) {
            lock.lock();
            try {
                plan(time.nanoTime() + SOON.toNanos());
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Asks that the state of now is written at once, and waits for it. Where the last write failed and the next try lies beyond
     * the bound, it does not wait in vain.
     *
     * @return whether a write that began after this call is on disk; false also after {@link #close} or on an interrupt, which
     *     stays set
     */
    public boolean saveNow(Duration atMost) {
        lock.lock(); // for moments only
        try {
            long number = begun + 1;
            plan(time.nanoTime());
            return !closing && await(number, nanos(atMost));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Returns why the last write failed; empty where it did not. */
    public Optional<String> trouble() {
        return trouble;
    }

    /** Writes a last time and ends; on a disk that hangs it gives up after ten seconds. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            asked.signal();
        } finally {
            lock.unlock();
        }
        try {
            if (!thread.join(CLOSING)) {
                LOG.log(
                        System.Logger.Level.ERROR,
                        "GW3105 the last write of {0} hangs; what changed since the one before is lost",
                        file.path());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes if a write is due. Called by the writer's thread alone. */
    void turn() {
        lock.lock();
        try {
            if (!planned || dueAt - time.nanoTime() > 0) {
                return;
            }
        } finally {
            lock.unlock();
        }
        write();
    }

    /** Writes, whether planned or not. Called by the writer's thread alone. */
    void write() {
        long number;
        lock.lock();
        try {
            planned = false; // before the state is gathered: a change after this plans the next write
            number = ++begun;
        } finally {
            lock.unlock();
        }
        Optional<String> failure = tryWrite();
        tell(failure);
        lock.lock();
        try {
            failing = failure.isPresent();
            if (failing) {
                retryAt = time.nanoTime() + RETRY.toNanos();
                dueAt = retryAt;
                planned = true;
            } else {
                durable = number;
            }
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many callers of {@link #saveNow} wait. */
    int waiting() {
        lock.lock();
        try {
            return lock.getWaitQueueLength(ended);
        } finally {
            lock.unlock();
        }
    }

    private void plan(long at) {
        long due = failing && retryAt - at > 0 ? retryAt : at;
        if (!closing && (!planned || due - dueAt < 0)) {
            dueAt = due;
            planned = true;
            asked.signal();
        }
    }

    private boolean await(long number, long nanos) throws InterruptedException {
        long left = nanos;
        while (durable < number) {
            if (left <= 0 || (failing && retryAt - time.nanoTime() > left)) {
                return false;
            }
            left = ended.awaitNanos(left);
        }
        return true;
    }

    private void run() {
        while (pause()) {
            turn();
        }
        write();
    }

    /** Waits for the next write; returns false at the end. */
    private boolean pause() {
        lock.lock();
        try {
            while (!closing && (!planned || dueAt - time.nanoTime() > 0)) {
                if (planned) {
                    asked.awaitNanos(dueAt - time.nanoTime());
                } else {
                    asked.await();
                }
            }
        } catch (InterruptedException e) {
            // nobody has cause to; what is planned stays planned
        } finally {
            lock.unlock();
        }
        return !closing;
    }

    /** Returns why it failed. An Error too is only told: a writer that ended would save nothing more and not say so. */
    private Optional<String> tryWrite() {
        try {
            file.write(current.get());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(StateFile.reason(e));
        } catch (RuntimeException | Error e) {
            return Optional.of(e.getClass().getName() + " (a bug)"); // its message may hold anything
        }
    }

    private void tell(Optional<String> now) {
        if (now.equals(trouble)) {
            return;
        }
        trouble = now;
        if (now.isPresent()) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "GW3103 {0} cannot be written: {1}. Requests are answered all the same, but a restart forgets what changed"
                            + " since. It is tried again each second: free space on the disk, or mend the permissions.",
                    file.path(),
                    now.get());
        } else {
            LOG.log(System.Logger.Level.INFO, "GW3104 {0} is written again", file.path());
        }
        try {
            listener.accept(now);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the listener of the state writer failed", e);
        }
    }

    /** The bound in nanoseconds, cut to a day either way, so that it always fits. */
    private static long nanos(Duration bound) {
        return TimeUnit.SECONDS.toNanos(Math.clamp(bound.toSeconds(), -DAY, DAY)) + bound.toNanosPart();
    }
}
