package io.tiergate.scheduler.quota;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The quota of one slot and its use in the current period, in tokens. Thread-safe without a lock.
 *
 * <p>An attempt {@linkplain #reserve reserves} its estimate and afterwards {@linkplain Reservation#settle settles} to what it
 * used, or {@linkplain Reservation#release releases} it where it used nothing. Use is booked to the period that is current when
 * it is settled; the end of a period clears the use, while what is in flight stays reserved, for it will be booked to the new
 * one.
 *
 * <p>The clock is the wall's, which may jump. Gone back, it opens no period again: the current one holds until its own end. Where
 * the clock was so far ahead that more than one whole period lies between, the use so far moves to the period of the corrected
 * clock, so that a clock that was once wrong by years blocks a slot no longer than one period.
 */
public final class QuotaLedger {
    /**
     * @param limit tokens a period; 0: no limit
     * @param span the period that {@code used} belongs to; null before the first use
     * @param estimated the part of {@code used} that was estimated
     * @param reserved the sum of what is held by reservations, across periods
     * @param updatedAt when {@code used} was last added to; null where it is 0
     */
    private record State(
            long limit, Period period, Period.Span span, long used, long estimated, long reserved, Instant updatedAt) {
        boolean isLimited() {
            return limit > 0 && period.limits();
        }

        boolean isUsedUp() {
            return isLimited() && used >= limit;
        }

        boolean admits(long estimate) {
            if (!isLimited()) {
                return true;
            }
            // By subtraction: the sum may be beyond what a long holds.
            return used < limit && (reserved == 0 || estimate <= limit - used - reserved);
        }

        State at(Instant now) {
            if (span == null) {
                return this;
            }
            if (span.hasEnded(now)) {
                return new State(limit, period, null, 0, 0, reserved, null);
            }
            return now.isBefore(span.start()) ? afterClockWentBack(now) : this;
        }

        private State afterClockWentBack(Instant now) {
            Period.Span around = period.around(now);
            boolean far = around.end().isPresent()
                    && span.start().isAfter(around.end().get());
            return far ? new State(limit, period, around, used, estimated, reserved, updatedAt) : this;
        }

        State openedAt(Instant now) {
            return span != null
                    ? this
                    : new State(limit, period, period.around(now), used, estimated, reserved, updatedAt);
        }

        State with(Period.Span newSpan, long newReserved) {
            return new State(limit, period, newSpan, used, estimated, newReserved, updatedAt);
        }

        State booked(long actual, boolean isEstimate, long held, Instant now) {
            return new State(
                    limit,
                    period,
                    span,
                    saturatedSum(used, actual),
                    isEstimate ? saturatedSum(estimated, actual) : estimated,
                    reserved - held,
                    now);
        }
    }

    private final AtomicReference<State> state;

    /**
     * Starts with nothing used.
     *
     * @param limit tokens a period; 0: no limit, use is counted all the same
     */
    public QuotaLedger(long limit, Period period) {
        this.state = new AtomicReference<>(new State(checked(limit), period, null, 0, 0, 0, null));
    }

    /** Goes on where {@code usage} was left; where its period has ended meanwhile, starts afresh. */
    public static QuotaLedger restored(long limit, Period period, SlotUsage usage, Instant now) {
        QuotaLedger ledger = new QuotaLedger(limit, period);
        State stored = new State(
                limit, period, period.from(usage.periodStart()), usage.used(), usage.estimated(), 0, usage.updatedAt());
        State today = stored.at(now);
        // The calendar's period is entered at once: a clock that goes back afterwards must not open the old one again.
        ledger.state.set(period.startsWithUse() ? today : today.openedAt(now));
        return ledger;
    }

    /**
     * Changes the terms; what was used and what is in flight stay. A new period is taken to have started when the old one did: if
     * it would be over by now, the next one starts with nothing used.
     */
    public void change(long limit, Period period) {
        checked(limit);
        state.updateAndGet(s -> {
            Period.Span span = s.span == null || period.equals(s.period) ? s.span : period.from(s.span.start());
            return new State(limit, period, span, s.used, s.estimated, s.reserved, s.updatedAt);
        });
    }

    /**
     * Admits an attempt if used + reserved + {@code estimate} is within the quota, or if nothing is reserved and the quota is not
     * used up; in one atomic step.
     *
     * @param estimate tokens, at least 0; 0 is taken as 1, so that what is in flight is always seen
     * @return what the attempt holds until it is settled or released; empty where it is not admitted
     */
    public Optional<Reservation> reserve(long estimate, Instant now) {
        if (estimate < 0) {
            throw new IllegalArgumentException("estimate: " + estimate + " (expected: >= 0)");
        }
        long wanted = Math.max(1, estimate);
        look(state.get(), now);
        while (true) {
            State s = state.get();
            State today = s.at(now);
            if (!today.admits(wanted)) {
                return Optional.empty();
            }
            State opened = today.openedAt(now);
            long held = Math.min(wanted, Long.MAX_VALUE - opened.reserved);
            if (state.compareAndSet(s, opened.with(opened.span, opened.reserved + held))) {
                return Optional.of(new Reservation(held));
            }
        }
    }

    /** Returns whether {@link #reserve} would admit that estimate now. */
    public boolean hasRoomFor(long estimate, Instant now) {
        return look(state.get(), now).admits(Math.max(1, estimate));
    }

    /** Returns the tokens used in the period of {@code now}; {@code Long.MAX_VALUE} stands for that many or more. */
    public long used(Instant now) {
        return look(state.get(), now).used;
    }

    /** Returns how many of {@link #used} were estimated. */
    public long estimated(Instant now) {
        return look(state.get(), now).estimated;
    }

    /** Returns the tokens held for attempts in flight. */
    public long reserved() {
        return state.get().reserved;
    }

    /** Returns the quota, 0 for none. */
    public long limit() {
        return state.get().limit;
    }

    /** Returns whether use has reached the quota, whatever is reserved. */
    public boolean isUsedUp(Instant now) {
        return look(state.get(), now).isUsedUp();
    }

    /** Returns when the current period ends; empty where it never does, or where none runs until something is used. */
    public Optional<Instant> periodEnd(Instant now) {
        State s = look(state.get(), now);
        if (s.span != null) {
            return s.span.end();
        }
        return s.period.startsWithUse()
                ? Optional.empty()
                : s.period.around(now).end();
    }

    /**
     * Returns when the quota is free: {@code now} where it is not used up, even if what is in flight has reserved the rest of
     * it; else the period's end; empty where nothing frees it by itself.
     */
    public Optional<Instant> freeAt(Instant now) {
        State s = look(state.get(), now);
        return s.isUsedUp() ? s.span.end() : Optional.of(now);
    }

    /** Returns what the state file has to keep; empty where nothing is used in the period of {@code now}. */
    public Optional<SlotUsage> snapshot(Instant now) {
        State s = look(state.get(), now);
        return s.used == 0
                ? Optional.empty()
                : Optional.of(new SlotUsage(s.span.start(), s.used, s.estimated, s.updatedAt));
    }

    /**
     * Returns {@code s} as it stands at {@code now}. The end of a period is not stored before the next use; but a period that was
     * moved back is, for else a window that starts with its use would move on with each look and never end.
     */
    private State look(State s, Instant now) {
        State then = s.at(now);
        boolean movedBack = then.span != null && !then.span.equals(s.span);
        if (movedBack && !state.compareAndSet(s, then)) {
            return look(state.get(), now);
        }
        return then;
    }

    private static long checked(long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: >= 0; 0 is no limit)");
        }
        return limit;
    }

    private static long saturatedSum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /**
     * What one attempt holds of the quota. The first call of {@link #settle} or {@link #release} counts, later ones do nothing.
     * Thread-safe.
     */
    public final class Reservation {
        private final long held;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Reservation(long held) {
            this.held = held;
        }

        /**
         * Books what the attempt used, in full, to the period of {@code now}.
         *
         * @param actual tokens; below 0, which no upstream should report, is taken as 0
         * @param estimated whether {@code actual} is our estimate, not the upstream's report
         * @return whether this used the quota up
         */
        public boolean settle(long actual, boolean estimated, Instant now) {
            if (actual <= 0) {
                release();
                return false;
            }
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            while (true) {
                State s = state.get();
                State today = s.at(now);
                State next = today.openedAt(now).booked(actual, estimated, held, now);
                if (state.compareAndSet(s, next)) {
                    return next.isUsedUp() && !today.isUsedUp();
                }
            }
        }

        /**
         * Gives back what is held: nothing was used. A window that starts with its first use and had none so far is closed
         * again.
         */
        public void release() {
            if (ended.compareAndSet(false, true)) {
                state.updateAndGet(s -> {
                    long left = s.reserved - held;
                    boolean unused = s.used == 0 && left == 0 && s.period.startsWithUse();
                    return s.with(unused ? null : s.span, left);
                });
            }
        }
    }
}
