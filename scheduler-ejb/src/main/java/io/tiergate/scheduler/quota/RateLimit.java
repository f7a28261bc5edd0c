package io.tiergate.scheduler.quota;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A source's requests and tokens in a sliding minute. Only what is admitted counts. Thread-safe without a lock.
 *
 * <p>The minute slides in steps of a second: an admission counts from its moment until the 60 seconds after the second it fell
 * into are over, that is for 60 to 61 seconds. So no 60 seconds ever see more than the limit, and a steady caller gets at least
 * 60/61 of it; what is remembered is 61 numbers for each limit, however much is admitted. The size of the step is a guess: finer
 * ones cost memory and time with each admission.
 *
 * <p>Tokens count as estimated from the admission on, and as they were reported from {@link Ticket#settle} on, in the second of
 * the admission, as the upstream counts them. So what an answer used beyond its estimate may exceed the limit afterwards; nothing
 * more is admitted then until it has left the minute.
 */
public final class RateLimit {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Ticket UNCOUNTED = new Ticket();

    /**
     * @param rpm requests a minute, 0: no limit
     * @param tpm tokens a minute, 0: no limit
     */
    private record State(int rpm, long tpm, Minute minute) {
        boolean isLimited() {
            return rpm > 0 || tpm > 0;
        }

        boolean admits(Minute at, long estimate) {
            return (rpm == 0 || at.requests() < rpm) && (tpm == 0 || hasRoomFor(at.tokens(), estimate));
        }

        private boolean hasRoomFor(long tokens, long estimate) {
            // By subtraction: the sum may be beyond what a long holds.
            return tokens == 0 || estimate <= tpm - tokens;
        }
    }

    private final long origin;
    private final AtomicReference<State> state;

    /**
     * Starts with nothing admitted.
     *
     * @param rpm requests a minute, 0: no limit
     * @param tpm tokens a minute, 0: no limit
     * @param now nanoseconds
     */
    public RateLimit(int rpm, long tpm, long now) {
        this.origin = now;
        this.state = new AtomicReference<>(checked(rpm, tpm, Minute.EMPTY));
    }

    /** Changes the limits; what was counted counts on. Tokens are counted while {@code tpm} limits them, requests while anything is limited. */
    public void change(int rpm, long tpm) {
        state.updateAndGet(s -> checked(rpm, tpm, s.minute));
    }

    /**
     * Admits a request if it is within both limits; in one atomic step. One whose estimate alone is beyond {@code tpm} is admitted
     * when no token counts.
     *
     * @param estimate tokens, at least 0; 0 is taken as 1
     * @return what was admitted; empty where it was not, which counts nothing
     */
    public Optional<Ticket> tryAcquire(long estimate, long now) {
        long wanted = atLeastOne(estimate);
        while (true) {
            State s = state.get();
            if (!s.isLimited()) {
                return Optional.of(UNCOUNTED);
            }
            Minute at = s.minute.at(second(now));
            if (!s.admits(at, wanted)) {
                return Optional.empty();
            }
            long held = s.tpm > 0 ? wanted : 0;
            if (state.compareAndSet(s, new State(s.rpm, s.tpm, at.plus(at.newest(), 1, held)))) {
                return Optional.of(new Ticket(this, at.newest(), held));
            }
        }
    }

    /** Returns how long until the smallest request is admitted if nothing else happens; 0 where it is now. */
    public long nanosUntilFree(long now) {
        return nanosUntilFree(1, now);
    }

    /** Returns how long until a request of that many tokens is admitted if nothing else happens; 0 where it is now. */
    public long nanosUntilFree(long estimate, long now) {
        long wanted = atLeastOne(estimate);
        State s = state.get();
        if (!s.isLimited()) {
            return 0;
        }
        Minute at = s.minute.at(second(now));
        if (s.admits(at, wanted)) {
            return 0;
        }
        long second = at.newest() + 1;
        while (!s.admits(at.at(second), wanted)) {
            second++;
        }
        return second * SECOND - (now - origin);
    }

    /** Returns the requests that count now. */
    public int requests(long now) {
        return state.get().minute.at(second(now)).requests();
    }

    /** Returns the tokens that count now. */
    public long tokens(long now) {
        return state.get().minute.at(second(now)).tokens();
    }

    /** Returns the seconds since the start, by a difference, since the nanoseconds may overflow. */
    private long second(long now) {
        return Math.floorDiv(now - origin, SECOND);
    }

    private static long atLeastOne(long estimate) {
        if (estimate < 0) {
            throw new IllegalArgumentException("estimate: " + estimate + " (expected: >= 0)");
        }
        return Math.max(1, estimate);
    }

    private static State checked(int rpm, long tpm, Minute minute) {
        if (rpm < 0 || tpm < 0) {
            throw new IllegalArgumentException(
                    "rpm, tpm: " + rpm + ", " + tpm + " (expected: both >= 0; 0 is no limit)");
        }
        return new State(rpm, tpm, minute);
    }

    private void correct(long second, int requests, long held, long actual) {
        state.updateAndGet(s -> new State(s.rpm, s.tpm, s.minute.corrected(second, requests, held, actual)));
    }

    /**
     * One admission. The first call of {@link #settle} or {@link #release} counts, later ones do nothing; neither has to be
     * called. Thread-safe.
     */
    public static final class Ticket {
        private final RateLimit limit;
        private final long second;
        private final long held;
        private final AtomicBoolean ended;

        private Ticket(RateLimit limit, long second, long held) {
            this.limit = limit;
            this.second = second;
            this.held = held;
            this.ended = new AtomicBoolean();
        }

        /** Stands for every admission that no limit counts. */
        private Ticket() {
            this.limit = null;
            this.second = 0;
            this.held = 0;
            this.ended = new AtomicBoolean(true);
        }

        /** Puts what was used in place of the estimate. Below 0, which no upstream should report, is taken as 0. */
        public void settle(long actual) {
            if (ended.compareAndSet(false, true) && held > 0) {
                limit.correct(second, 0, held, Math.max(0, actual));
            }
        }

        /** Takes the admission back: nothing was sent. */
        public void release() {
            if (ended.compareAndSet(false, true)) {
                limit.correct(second, -1, held, 0);
            }
        }
    }
}
