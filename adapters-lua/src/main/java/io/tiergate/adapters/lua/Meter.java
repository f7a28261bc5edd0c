package io.tiergate.adapters.lua;

import java.util.function.LongSupplier;
import org.luaj.vm2.LuaError;

/**
 * Counts what one call of a script uses and ends it at its {@link Limits}. Belongs to one {@link LuaSandbox} and so to one thread
 * at a time.
 *
 * <p>Instructions are handed out in slices, so that the interpreter's loop pays for one decrement; the clock, and whether the
 * thread was interrupted, is looked at between slices. Whatever takes long in one instruction must {@link #spend} accordingly.
 */
final class Meter {
    /** Instructions between two looks at the clock: some 50 µs. */
    private static final int SLICE = 4096;

    /** Deepest nesting of calls, as in the reference implementation's limit for calls through C. */
    private static final int MAX_DEPTH = 200;

    /** Bytes of input that cost one instruction where a library function reads text. */
    private static final int BYTES_AN_INSTRUCTION = 64;

    private final Limits limits;
    private final LongSupplier nanoTime;
    private final Turn turn = new Turn(Turn.PLACES);

    /** Instructions left of the slice; the interpreter counts it down itself and calls {@link #nextSlice} below 0. */
    long left;

    private long granted;
    private long allocated;
    private long input;
    private long started;
    private int depth;
    private int ticks;

    Meter(Limits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        begin();
    }

    /** Begins a call: all counts at zero. Each beginning has its {@link #end()}, in a {@code finally}. */
    void begin() {
        started = nanoTime.getAsLong();
        turn.begin(started);
        granted = Math.min(SLICE, limits.instructions());
        left = granted;
        allocated = 0;
        input = 0;
        depth = 0;
    }

    void end() {
        turn.end();
    }

    /** Counts one instruction. */
    void step() {
        if (--left < 0) {
            nextSlice();
        }
    }

    /** Counts {@code instructions}; at least 0. */
    void spend(long instructions) {
        left -= instructions;
        if (left < 0) {
            nextSlice();
        }
    }

    /** Counts the reading of {@code bytes} of text. */
    void read(long bytes) {
        if (bytes >= BYTES_AN_INSTRUCTION) {
            spend(bytes / BYTES_AN_INSTRUCTION);
        }
    }

    /** Hands out the next slice.
     *
     * @throws LimitExceeded where there is none left */
    void nextSlice() {
        long used = granted - left;
        if (used > limits.instructions()) {
            throw new LimitExceeded("ran more than " + limits.instructions() + " instructions");
        }
        checkTime();
        left = Math.min(SLICE, limits.instructions() - used);
        granted = used + left;
    }

    /** Looks at the clock now and then; for the host's own loops, which count no instructions. */
    void tick() {
        if ((++ticks & 0xfff) == 0) {
            checkTime();
        }
    }

    private void checkTime() {
        long now = nanoTime.getAsLong();
        long rest = limits.time().toNanos() - (now - started);
        boolean goesOn = rest >= 0 && !Thread.currentThread().isInterrupted();
        if (goesOn && turn.isOver(now)) {
            goesOn = turn.pass(rest);
            turn.begin(nanoTime.getAsLong());
        }
        if (!goesOn) {
            throw new LimitExceeded(
                    Thread.currentThread().isInterrupted()
                            ? "was interrupted"
                            : "ran longer than " + limits.time().toMillis() + " ms");
        }
    }

    /** Counts memory, before it is taken. */
    void allocate(long bytes) {
        allocated += bytes;
        if (allocated > limits.memory() || allocated < 0) {
            throw new LimitExceeded("took more than " + limits.memory() + " bytes of memory");
        }
    }

    /** Notes the size of what the host hands in, which is no use of the script's until it keeps it. */
    void input(long bytes) {
        input += bytes;
    }

    /** Returns the bytes that this call took so far, its input included. */
    long taken() {
        return allocated + input;
    }

    /** Counts the entry into a function. Each entry has its {@link #leave()}, in a {@code finally}. */
    void enter() {
        if (depth == MAX_DEPTH) {
            throw new LuaError("stack overflow (calls nested deeper than " + MAX_DEPTH + ")");
        }
        depth++;
    }

    void leave() {
        depth--;
    }
}
