package io.tiergate.scheduler.health;

import io.tiergate.adapter.failure.Failure;
import io.tiergate.adapter.failure.FailureClass;
import io.tiergate.scheduler.config.CooldownConfig;
import java.time.Duration;
import java.util.Optional;

/** The table of SPEC section 5: how long what cools. Pure. */
public final class CooldownPolicy {
    private final CooldownConfig times;

    /** Makes the policy of a configuration. */
    public CooldownPolicy(CooldownConfig times) {
        this.times = times;
    }

    /** Returns this policy for a slot whose quota period ends then: what has used up its quota cools no longer (SPEC 5). */
    public CooldownPolicy untilPeriodEnds(Duration left) {
        return left.compareTo(times.quotaMax()) >= 0 || left.isNegative() || left.isZero()
                ? this
                : new CooldownPolicy(times.withQuotaMax(left));
    }

    /**
     * Returns the window that a failure opens.
     *
     * @param step the ladder's step before this failure, 0 where there was none
     * @param now when it failed; nanoseconds
     * @return the window, or empty for a failure that cools nothing
     */
    public Optional<Cooldown> windowFor(Failure failure, int step, long now) {
        return switch (failure.failureClass()) {
            case TRANSPORT -> Optional.of(ladder(failure, step + 1, now));
            case RATE_LIMITED -> Optional.of(advised(failure, times.rateLimited(), times.retryAfterMax(), now));
            case QUOTA_USED_UP -> Optional.of(advised(failure, times.quotaMax(), times.quotaMax(), now));
            case CREDENTIALS -> Optional.of(probedFromTheMiddle(failure, times.credentials(), 0, now));
            case MODEL_MISSING -> Optional.of(probedFromTheMiddle(failure, times.modelMissing(), 0, now));
            case FREE_TIER_USED_UP -> Optional.of(silent(failure, times.freeTier(), 0, now));
            case CONTEXT_TOO_LONG, CONTENT_FILTERED, CALLER_FAULT, CLIENT_GONE -> Optional.empty();
        };
    }

    /**
     * Returns a window that was kept over a restart. One that is longer than its class allows is cut to that. Where it is longer
     * than the class's own time, the upstream had named it, and it is silent to its end.
     *
     * @param since how long ago it opened, at least 0
     * @param left how long it still runs
     * @return the window, or empty where it has ended or its class cools nothing
     */
    public Optional<Cooldown> restored(
            FailureClass cause, Duration since, Duration left, int step, String error, long now) {
        Duration own = switch (cause) {
            case TRANSPORT -> step(Math.max(1, step));
            case RATE_LIMITED -> times.rateLimited();
            case QUOTA_USED_UP -> times.quotaMax();
            case CREDENTIALS -> times.credentials();
            case MODEL_MISSING -> times.modelMissing();
            case FREE_TIER_USED_UP -> times.freeTier();
            case CONTEXT_TOO_LONG, CONTENT_FILTERED, CALLER_FAULT, CLIENT_GONE -> Duration.ZERO;
        };
        boolean advisable = cause == FailureClass.TRANSPORT || cause == FailureClass.RATE_LIMITED;
        Duration most = advisable && own.compareTo(times.retryAfterMax()) < 0 ? times.retryAfterMax() : own;
        Duration rest = min(left, most);
        if (own.isZero() || rest.isNegative() || rest.isZero()) {
            return Optional.empty();
        }
        Duration age = min(since, most.minus(rest)); // what is cut is cut from the end
        long until = now + rest.toNanos();
        long openedAt = now - age.toNanos();
        boolean silent =
                cause == FailureClass.FREE_TIER_USED_UP || age.plus(rest).compareTo(own.plusMillis(1)) > 0;
        long silentUntil = silent ? until : openedAt + (until - openedAt) / 2;
        return Optional.of(new Cooldown(cause, openedAt, silentUntil, until, step, error));
    }

    /** Returns whether a failure of this class enters the success window (SPEC 5, "counts as failure"). */
    public static boolean countsAsFailure(FailureClass failureClass) {
        return switch (failureClass) {
            case TRANSPORT, CREDENTIALS -> true;
            case RATE_LIMITED,
                    QUOTA_USED_UP,
                    FREE_TIER_USED_UP,
                    MODEL_MISSING,
                    CONTEXT_TOO_LONG,
                    CONTENT_FILTERED,
                    CALLER_FAULT,
                    CLIENT_GONE -> false;
        };
    }

    /** Returns the length of a ladder's step, from 1: base times 2^(step − 1), at most max. */
    Duration step(int step) {
        Duration length = times.base();
        for (int i = 1; i < step && length.compareTo(times.max()) < 0; i++) {
            length = length.multipliedBy(2);
        }
        return length.compareTo(times.max()) < 0 ? length : times.max();
    }

    private Cooldown ladder(Failure failure, int step, long now) {
        Duration length = step(step);
        Optional<Duration> advice = failure.status() == 503 || failure.status() == 529
                ? failure.retryAfter().map(d -> min(d, times.retryAfterMax()))
                : Optional.empty();
        if (advice.isPresent() && advice.get().compareTo(length) > 0) {
            return silent(failure, advice.get(), step, now);
        }
        return probedFromTheMiddle(failure, length, step, now);
    }

    /** The upstream's own time where it named one beyond the least: silent to its end. */
    private static Cooldown advised(Failure failure, Duration least, Duration most, long now) {
        Optional<Duration> advice = failure.retryAfter().map(d -> min(d, most));
        if (failure.failureClass() == FailureClass.QUOTA_USED_UP) {
            return advice.map(d -> silent(failure, d, 0, now))
                    .orElseGet(() -> probedFromTheMiddle(failure, least, 0, now));
        }
        if (advice.isPresent() && advice.get().compareTo(least) > 0) {
            return silent(failure, advice.get(), 0, now);
        }
        return probedFromTheMiddle(failure, least, 0, now);
    }

    private static Cooldown probedFromTheMiddle(Failure failure, Duration length, int step, long now) {
        long nanos = length.toNanos();
        return new Cooldown(failure.failureClass(), now, now + nanos / 2, now + nanos, step, failure.summary());
    }

    private static Cooldown silent(Failure failure, Duration length, int step, long now) {
        long until = now + length.toNanos();
        return new Cooldown(failure.failureClass(), now, until, until, step, failure.summary());
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
