package io.tiergate.scheduler.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.scheduler.quota.RateLimit.Ticket;
import io.tiergate.scheduler.time.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A source's {@code rpm} and {@code tpm}, SPEC 4 and scenario S22. The clock of these tests overflows on its way. */
class RateLimitTest {
    private static final Duration NANO = Duration.ofNanos(1);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long MINUTE = 60 * SECOND;

    private final FakeTime time = new FakeTime();

    @Test
    void admittedUpToTheRequestsOfAMinuteAndNotOneMore() {
        RateLimit limit = limit(3, 0);
        for (int i = 0; i < 3; i++) {
            assertThat(acquire(limit, 1_000_000)).isPresent();
        }
        assertThat(acquire(limit, 1)).isEmpty();
    }

    @Test
    void admittedUpToTheTokensOfAMinuteAndNotOneMore() {
        RateLimit limit = limit(0, 1_000);
        assertThat(acquire(limit, 600)).isPresent();
        assertThat(acquire(limit, 401)).isEmpty();
        assertThat(acquire(limit, 400)).isPresent();
        assertThat(acquire(limit, 0)).isEmpty();
    }

    @Test
    void anAdmissionLeavesSixtySecondsAfterItsSecondIsOver() {
        RateLimit limit = limit(1, 0);
        time.advance(Duration.ofMillis(400));
        admit(limit, 1);
        assertThat(limit.nanosUntilFree(now()))
                .isEqualTo(Duration.ofMillis(60_600).toNanos());
        time.advance(Duration.ofMillis(60_600).minus(NANO));
        assertThat(limit.nanosUntilFree(now())).isEqualTo(1);
        assertThat(acquire(limit, 1)).isEmpty();
        time.advance(NANO);
        assertThat(limit.nanosUntilFree(now())).isZero();
        assertThat(acquire(limit, 1)).isPresent();
    }

    @Test
    void theWindowSlidesAndDoesNotStartAfreshAtTheMinute() {
        RateLimit limit = limit(2, 0);
        admit(limit, 1);
        time.advance(Duration.ofSeconds(59));
        admit(limit, 1);
        time.advance(Duration.ofSeconds(2));
        assertThat(acquire(limit, 1)).isPresent();
        assertThat(acquire(limit, 1)).as("that of second 59 still counts").isEmpty();
    }

    @Test
    void aRefusedRequestCountsNothing() {
        RateLimit limit = limit(1, 0);
        admit(limit, 1);
        for (int i = 0; i < 610; i++) {
            assertThat(acquire(limit, 1)).isEmpty();
            time.advance(Duration.ofMillis(100));
        }
        assertThat(acquire(limit, 1)).isPresent();
    }

    @Test
    void aRequestRefusedForItsTokensCountsNoRequest() {
        RateLimit limit = limit(2, 100);
        admit(limit, 50);
        assertThat(acquire(limit, 51)).isEmpty();
        assertThat(limit.requests(now())).isEqualTo(1);
        assertThat(acquire(limit, 50)).isPresent();
    }

    @Test
    void aSteadyCallerAboveTheLimitGetsTheLimitsWorth() {
        RateLimit limit = limit(10, 0);
        List<Integer> admittedAt = new ArrayList<>();
        for (int second = 0; second < 300; second += 2) {
            if (acquire(limit, 1).isPresent()) {
                admittedAt.add(second);
            }
            time.advance(Duration.ofSeconds(2));
        }
        for (int start = 0; start <= 240; start++) {
            int from = start;
            assertThat(admittedAt)
                    .filteredOn(at -> at >= from && at < from + 60)
                    .hasSizeBetween(9, 11);
        }
    }

    @Test
    void zeroIsNoLimit() {
        RateLimit limit = limit(0, 0);
        for (int i = 0; i < 10_000; i++) {
            admit(limit, Long.MAX_VALUE).settle(Long.MAX_VALUE);
        }
        assertThat(limit.nanosUntilFree(now())).isZero();
        assertThat(admit(limit, 1)).isSameAs(admit(limit, 1));
    }

    @Test
    void anEstimateBeyondTheLimitIsAdmittedOnlyWhereNoTokenCounts() {
        RateLimit limit = limit(0, 100);
        Ticket small = admit(limit, 1);
        assertThat(acquire(limit, 5_000)).isEmpty();
        small.release();
        assertThat(acquire(limit, 5_000)).isPresent();
        assertThat(acquire(limit, 1)).isEmpty();
        time.advance(Duration.ofSeconds(61));
        assertThat(acquire(limit, 5_000)).isPresent();
    }

    @Test
    void whatWasUsedTakesThePlaceOfTheEstimate() {
        RateLimit limit = limit(0, 1_000);
        Ticket first = admit(limit, 1_000);
        first.settle(20);
        assertThat(limit.tokens(now())).isEqualTo(20);
        Ticket second = admit(limit, 980);
        second.settle(3_000);
        assertThat(limit.tokens(now())).as("in full").isEqualTo(3_020);
        assertThat(acquire(limit, 1)).isEmpty();
    }

    @Test
    void aCorrectionCountsInTheSecondOfTheAdmission() {
        RateLimit limit = limit(0, 100);
        Ticket ticket = admit(limit, 10);
        time.advance(Duration.ofSeconds(50));
        ticket.settle(100);
        assertThat(acquire(limit, 1)).isEmpty();
        time.advance(Duration.ofSeconds(11).minus(NANO));
        assertThat(acquire(limit, 1)).isEmpty();
        time.advance(NANO);
        assertThat(acquire(limit, 1)).isPresent();
    }

    @Test
    void aCorrectionAfterTheMinuteChangesNothing() {
        RateLimit limit = limit(5, 100);
        Ticket settled = admit(limit, 10);
        Ticket released = admit(limit, 10);
        time.advance(Duration.ofSeconds(61));
        admit(limit, 30);
        settled.settle(5_000);
        released.release();
        assertThat(limit.tokens(now())).isEqualTo(30);
        assertThat(limit.requests(now())).isEqualTo(1);
    }

    @Test
    void aReleaseGivesRequestAndTokensBack() {
        RateLimit limit = limit(1, 100);
        admit(limit, 100).release();
        assertThat(limit.requests(now())).isZero();
        assertThat(limit.tokens(now())).isZero();
        assertThat(acquire(limit, 100)).isPresent();
    }

    @Test
    void aTicketEndsOnce() {
        RateLimit limit = limit(5, 100);
        admit(limit, 10);
        Ticket ticket = admit(limit, 20);
        ticket.settle(5);
        ticket.settle(50);
        ticket.release();
        assertThat(limit.tokens(now())).isEqualTo(15);
        assertThat(limit.requests(now())).isEqualTo(2);
    }

    @Test
    void freeIsAskedForTheTokensOfTheRequest() {
        RateLimit limit = limit(0, 100);
        admit(limit, 40);
        time.advance(Duration.ofSeconds(10));
        admit(limit, 50);
        assertThat(limit.nanosUntilFree(now())).isZero();
        assertThat(limit.nanosUntilFree(10, now())).isZero();
        assertThat(limit.nanosUntilFree(11, now()))
                .isEqualTo(Duration.ofSeconds(51).toNanos());
        assertThat(limit.nanosUntilFree(51, now()))
                .isEqualTo(Duration.ofSeconds(61).toNanos());
        assertThat(limit.nanosUntilFree(5_000, now()))
                .isEqualTo(Duration.ofSeconds(61).toNanos());
    }

    @Test
    void aThreadWithAnEarlierTimeIsCountedNow() {
        RateLimit limit = limit(2, 0);
        long early = now();
        time.advance(Duration.ofSeconds(30));
        admit(limit, 1);
        assertThat(limit.tryAcquire(1, early)).isPresent();
        assertThat(limit.tryAcquire(1, early)).isEmpty();
        assertThat(limit.nanosUntilFree(early)).isEqualTo(Duration.ofSeconds(91).toNanos());
    }

    @Test
    void aChangedLimitHoldsAtOnceAndForgetsNothing() {
        RateLimit limit = limit(3, 0);
        admit(limit, 1);
        admit(limit, 1);
        limit.change(2, 0);
        assertThat(acquire(limit, 1)).isEmpty();
        limit.change(3, 0);
        assertThat(acquire(limit, 1)).isPresent();
    }

    @Test
    void hugeNumbersDoNotOverflow() {
        RateLimit limit = limit(0, Long.MAX_VALUE);
        Ticket a = admit(limit, Long.MAX_VALUE - 1);
        Ticket b = admit(limit, 1);
        assertThat(acquire(limit, 1)).isEmpty();
        a.settle(Long.MAX_VALUE);
        b.settle(Long.MAX_VALUE);
        assertThat(limit.tokens(now())).isEqualTo(Long.MAX_VALUE);
        assertThat(acquire(limit, Long.MAX_VALUE)).isEmpty();
        time.advance(Duration.ofDays(365));
        assertThat(acquire(limit, Long.MAX_VALUE)).isPresent();
    }

    @Test
    void negativeNumbersAreRefusedByName() {
        assertThatThrownBy(() -> limit(-1, 0)).hasMessageContaining("rpm, tpm: -1, 0");
        assertThatThrownBy(() -> acquire(limit(1, 1), -1)).hasMessage("estimate: -1 (expected: >= 0)");
        RateLimit limit = limit(0, 10);
        admit(limit, 5).settle(-7);
        assertThat(limit.tokens(now())).isZero();
    }

    @Test
    void theLastPlaceGoesToExactlyOneOfFiftyThreads() throws Exception {
        try (Race race = new Race()) {
            for (int round = 0; round < Race.ROUNDS; round++) {
                RateLimit limit = limit(10, 0);
                for (int i = 0; i < 9; i++) {
                    admit(limit, 1);
                }
                List<Optional<Ticket>> admitted = race.run(() -> acquire(limit, 1));
                assertThat(admitted).filteredOn(Optional::isPresent).hasSize(1);
            }
        }
    }

    @Test
    void noAdmissionIsLostWhereFiftyThreadsWantThirtyPlaces() throws Exception {
        try (Race race = new Race()) {
            for (int round = 0; round < Race.ROUNDS; round++) {
                RateLimit limit = limit(30, 1_000);
                List<Optional<Ticket>> admitted = race.run(() -> {
                    Optional<Ticket> ticket = acquire(limit, 5);
                    ticket.ifPresent(t -> t.settle(7));
                    return ticket;
                });
                assertThat(admitted).filteredOn(Optional::isPresent).hasSize(30);
                assertThat(limit.requests(now())).isEqualTo(30);
                assertThat(limit.tokens(now())).isEqualTo(210);
            }
        }
    }

    @Test
    void theLastTokensGoToExactlyOneOfFiftyThreadsOverTheSecondsBorder() throws Exception {
        try (Race race = new Race()) {
            for (int round = 0; round < Race.ROUNDS; round++) {
                RateLimit limit = limit(0, 100);
                admit(limit, 95);
                long before = now();
                time.advance(Duration.ofSeconds(1));
                List<Optional<Ticket>> admitted = race.run(() ->
                        limit.tryAcquire(3, (Thread.currentThread().threadId() & 1) == 0 ? before : now()));
                assertThat(admitted).filteredOn(Optional::isPresent).hasSize(1);
            }
        }
    }

    /** Against a list of every admission: no 60 seconds see more than the limits, nothing counts twice, and free means free. */
    @Property(tries = 1_000)
    void noMinuteSeesMoreThanTheLimitsAndFreeMeansFree(
            @ForAll @Size(max = 150) List<@IntRange(min = 0, max = 9_999) Integer> events,
            @ForAll @IntRange(min = 0, max = 8) int rpm,
            @ForAll @IntRange(min = 1, max = 100) int tpm) {
        FakeTime clock = new FakeTime();
        long start = clock.nanoTime();
        RateLimit limit = new RateLimit(rpm, tpm, start);
        List<Admitted> all = new ArrayList<>();
        for (int event : events) {
            int amount = event / 10;
            long elapsed = clock.nanoTime() - start;
            switch (event % 10) {
                case 0, 1, 2, 3, 4 -> {
                    long estimate = amount % 60;
                    long wait = limit.nanosUntilFree(estimate, clock.nanoTime());
                    Optional<Ticket> ticket = limit.tryAcquire(estimate, clock.nanoTime());
                    assertThat(ticket.isPresent()).isEqualTo(wait == 0);
                    if (ticket.isPresent()) {
                        long wanted = Math.max(1, estimate);
                        long before = tokens(all, elapsed - MINUTE);
                        all.add(new Admitted(ticket.get(), elapsed, wanted));
                        assertThat(requests(all, elapsed - MINUTE)).isLessThanOrEqualTo(rpm == 0 ? all.size() : rpm);
                        assertThat(before == 0 || before + wanted <= tpm).isTrue();
                    }
                }
                case 5 -> any(all, amount).ifPresent(Admitted::release);
                case 6 -> any(all, amount).ifPresent(a -> a.settle(amount % 70));
                case 7 -> {
                    long wait = limit.nanosUntilFree(clock.nanoTime());
                    if (wait > 0) {
                        assertThat(limit.nanosUntilFree(clock.nanoTime() + wait - 1))
                                .isEqualTo(1);
                        assertThat(limit.nanosUntilFree(clock.nanoTime() + wait))
                                .isZero();
                    }
                }
                default -> clock.advance(Duration.ofMillis(amount * 20L));
            }
            elapsed = clock.nanoTime() - start;
            // What fell into the 60 seconds before the running one, and what fell into that.
            long oldest = elapsed / SECOND * SECOND - MINUTE - 1;
            assertThat(limit.requests(clock.nanoTime())).isEqualTo(requests(all, oldest));
            assertThat(limit.tokens(clock.nanoTime())).isEqualTo(tokens(all, oldest));
        }
    }

    private static int requests(List<Admitted> all, long after) {
        return all.stream().filter(a -> a.at > after).mapToInt(a -> a.requests).sum();
    }

    private static long tokens(List<Admitted> all, long after) {
        return all.stream().filter(a -> a.at > after).mapToLong(a -> a.tokens).sum();
    }

    private static Optional<Admitted> any(List<Admitted> all, int choice) {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(choice % all.size()));
    }

    /** One admission and what it counts for. */
    private static final class Admitted {
        final Ticket ticket;
        final long at;
        int requests = 1;
        long tokens;
        private boolean ended;

        Admitted(Ticket ticket, long at, long tokens) {
            this.ticket = ticket;
            this.at = at;
            this.tokens = tokens;
        }

        void settle(long actual) {
            ticket.settle(actual);
            tokens = ended ? tokens : actual;
            ended = true;
        }

        void release() {
            ticket.release();
            requests = ended ? requests : 0;
            tokens = ended ? tokens : 0;
            ended = true;
        }
    }

    private RateLimit limit(int rpm, long tpm) {
        return new RateLimit(rpm, tpm, now());
    }

    private Optional<Ticket> acquire(RateLimit limit, long estimate) {
        return limit.tryAcquire(estimate, now());
    }

    private Ticket admit(RateLimit limit, long estimate) {
        return acquire(limit, estimate).orElseThrow();
    }

    private long now() {
        return time.nanoTime();
    }
}
