package io.tiergate.scheduler.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.scheduler.config.PeriodKind;
import io.tiergate.scheduler.quota.QuotaLedger.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A slot's quota, SPEC 4 and scenarios S19, S20, S21, S24. */
class QuotaLedgerTest {
    private static final Period DAY = Period.of(PeriodKind.DAY, ZoneOffset.UTC);
    private static final Period FIVE_HOURS = Period.ofHours(5);
    private static final Period TOTAL = Period.of(PeriodKind.TOTAL, ZoneOffset.UTC);
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant MIDNIGHT = Instant.parse("2026-12-01T00:00:00Z");

    private final QuotaLedger day = new QuotaLedger(1_000, DAY);

    @Test
    void admittedUpToTheQuotaAndNotOneTokenBeyond() {
        assertThat(day.reserve(600, NOON)).isPresent();
        assertThat(day.reserve(401, NOON)).isEmpty();
        assertThat(day.reserve(400, NOON)).isPresent();
        assertThat(day.reserved()).isEqualTo(1_000);
    }

    @Test
    void anEstimateBeyondTheRestIsAdmittedOnlyWhereNothingIsReserved() {
        use(day, 999, NOON);
        Reservation alone = day.reserve(5_000, NOON).orElseThrow();
        assertThat(day.reserve(1, NOON)).isEmpty();
        alone.release();
        assertThat(day.reserve(5_000, NOON)).isPresent();
    }

    @Test
    void usedUpExactlyWhenUseReachesTheQuota() {
        use(day, 999, NOON);
        assertThat(day.isUsedUp(NOON)).isFalse();
        use(day, 1, NOON);
        assertThat(day.isUsedUp(NOON)).isTrue();
        assertThat(day.reserve(0, NOON)).isEmpty();
    }

    @Test
    void reservedTokensDoNotUseAQuotaUp() {
        assertThat(day.reserve(1_000, NOON)).isPresent();
        assertThat(day.isUsedUp(NOON)).isFalse();
        assertThat(day.freeAt(NOON)).contains(NOON);
        assertThat(day.reserve(1, NOON)).isEmpty();
    }

    @Test
    void fiveOfFourHundredAtOnceAreTwoAndTheRestStaysUsable() {
        Reservation a = day.reserve(410, NOON).orElseThrow();
        Reservation b = day.reserve(410, NOON).orElseThrow();
        assertThat(day.reserve(410, NOON)).isEmpty();
        a.settle(20, false, NOON);
        b.settle(20, false, NOON);
        assertThat(day.used(NOON)).isEqualTo(40);
        assertThat(day.reserve(410, NOON)).isPresent();
    }

    @Test
    void useIsBookedInFullHoweverFarBeyondTheEstimate() {
        use(day, 900, NOON);
        Reservation last = day.reserve(50, NOON).orElseThrow();
        assertThat(last.settle(700, false, NOON)).isTrue();
        assertThat(day.used(NOON)).isEqualTo(1_600);
        assertThat(day.reserve(1, NOON)).isEmpty();
    }

    @Test
    void theSettlementThatReachesTheQuotaSaysSoAndNoOther() {
        Reservation first = day.reserve(300, NOON).orElseThrow();
        Reservation second = day.reserve(300, NOON).orElseThrow();
        Reservation third = day.reserve(300, NOON).orElseThrow();
        assertThat(first.settle(999, false, NOON)).isFalse();
        assertThat(second.settle(1, false, NOON)).isTrue();
        assertThat(third.settle(1, false, NOON)).isFalse();
    }

    @Test
    void aReservationEndsOnce() {
        Reservation other = day.reserve(500, NOON).orElseThrow();
        Reservation once = day.reserve(300, NOON).orElseThrow();
        once.settle(10, false, NOON);
        once.settle(10, false, NOON);
        once.release();
        assertThat(day.used(NOON)).isEqualTo(10);
        assertThat(day.reserved()).isEqualTo(500);
        other.release();
        other.release();
        other.settle(10, false, NOON);
        assertThat(day.used(NOON)).isEqualTo(10);
        assertThat(day.reserved()).isZero();
    }

    @Test
    void anEstimateOfNothingIsSeenInFlight() {
        QuotaLedger one = new QuotaLedger(1, DAY);
        assertThat(one.reserve(0, NOON)).isPresent();
        assertThat(one.reserve(0, NOON)).isEmpty();
    }

    @Test
    void reportedNonsenseBelowZeroGivesNothingBack() {
        use(day, 10, NOON);
        day.reserve(100, NOON).orElseThrow().settle(-50, false, NOON);
        assertThat(day.used(NOON)).isEqualTo(10);
        assertThat(day.reserved()).isZero();
        assertThatThrownBy(() -> day.reserve(-1, NOON)).hasMessage("estimate: -1 (expected: >= 0)");
    }

    @Test
    void estimatedUseIsMarkedSo() {
        use(day, 10, NOON);
        day.reserve(1, NOON).orElseThrow().settle(7, true, NOON);
        assertThat(day.used(NOON)).isEqualTo(17);
        assertThat(day.estimated(NOON)).isEqualTo(7);
    }

    @Test
    void aUsedUpQuotaIsFreeAtThePeriodsEndAndNotANanosecondEarlier() {
        use(day, 1_000, NOON);
        assertThat(day.periodEnd(NOON)).contains(MIDNIGHT);
        assertThat(day.freeAt(NOON)).contains(MIDNIGHT);
        Instant before = MIDNIGHT.minusNanos(1);
        assertThat(day.reserve(1, before)).isEmpty();
        assertThat(day.used(before)).isEqualTo(1_000);
        assertThat(day.isUsedUp(MIDNIGHT)).isFalse();
        assertThat(day.used(MIDNIGHT)).isZero();
        assertThat(day.reserve(1, MIDNIGHT)).isPresent();
    }

    @Test
    void aDailyQuotaOfTokyoIsFreeAtItsOwnMidnight() {
        QuotaLedger tokyo = new QuotaLedger(1, Period.of(PeriodKind.DAY, ZoneId.of("Asia/Tokyo")));
        use(tokyo, 1, Instant.parse("2026-07-31T14:59:00Z"));
        assertThat(tokyo.reserve(1, Instant.parse("2026-07-31T14:59:59Z"))).isEmpty();
        assertThat(tokyo.reserve(1, Instant.parse("2026-07-31T15:00:01Z"))).isPresent();
    }

    @Test
    void aUsedUpTotalNeverFreesByItself() {
        QuotaLedger total = new QuotaLedger(10, TOTAL);
        use(total, 10, NOON);
        assertThat(total.freeAt(NOON)).isEmpty();
        assertThat(total.periodEnd(NOON)).isEmpty();
        assertThat(total.reserve(1, NOON.plus(Duration.ofDays(10_000)))).isEmpty();
    }

    @Test
    void withoutALimitOrAPeriodEverythingIsAdmittedAndCounted() {
        for (QuotaLedger free : List.of(new QuotaLedger(0, DAY), new QuotaLedger(10, Period.NONE))) {
            use(free, 5_000, NOON);
            assertThat(free.reserve(Long.MAX_VALUE, NOON)).isPresent();
            assertThat(free.reserve(Long.MAX_VALUE, NOON)).isPresent();
            assertThat(free.isUsedUp(NOON)).isFalse();
            assertThat(free.used(NOON)).isEqualTo(5_000);
        }
    }

    @Test
    void thePeriodsEndClearsWhatIsUsedAndKeepsWhatIsInFlight() {
        use(day, 500, NOON);
        Reservation overMidnight = day.reserve(400, NOON).orElseThrow();
        assertThat(day.reserve(601, MIDNIGHT)).isEmpty();
        assertThat(day.reserve(600, MIDNIGHT)).isPresent();
        overMidnight.settle(300, false, MIDNIGHT);
        assertThat(day.used(MIDNIGHT)).isEqualTo(300);
        assertThat(day.reserved()).isEqualTo(600);
    }

    @Test
    void useIsBookedToThePeriodInWhichItIsSettled() {
        Reservation early = day.reserve(100, NOON).orElseThrow();
        Reservation late = day.reserve(100, NOON).orElseThrow();
        early.settle(10, false, MIDNIGHT.minusNanos(1));
        assertThat(day.used(MIDNIGHT.minusNanos(1))).isEqualTo(10);
        late.settle(20, false, MIDNIGHT);
        assertThat(day.used(MIDNIGHT)).isEqualTo(20);
    }

    @Test
    void aWindowStartsAtTheFirstUseAfterTheLastOneEnded() {
        QuotaLedger window = new QuotaLedger(10, FIVE_HOURS);
        assertThat(window.periodEnd(NOON)).isEmpty();
        use(window, 10, NOON);
        Instant end = NOON.plus(Duration.ofHours(5));
        assertThat(window.freeAt(NOON)).contains(end);
        assertThat(window.reserve(1, end.minusNanos(1))).isEmpty();
        assertThat(window.periodEnd(end)).as("none until it is used again").isEmpty();
        Instant later = end.plus(Duration.ofHours(3));
        use(window, 1, later);
        assertThat(window.periodEnd(later)).contains(later.plus(Duration.ofHours(5)));
    }

    @Test
    void aWindowStartsWhenTheFirstAttemptDoesNotWhenItEnds() {
        QuotaLedger window = new QuotaLedger(10, FIVE_HOURS);
        Reservation first = window.reserve(1, NOON).orElseThrow();
        first.settle(1, false, NOON.plusSeconds(600));
        assertThat(window.periodEnd(NOON.plusSeconds(600))).contains(NOON.plus(Duration.ofHours(5)));
    }

    @Test
    void anAttemptThatUsedNothingStartsNoWindow() {
        QuotaLedger window = new QuotaLedger(10, FIVE_HOURS);
        Reservation failed = window.reserve(1, NOON).orElseThrow();
        Reservation other = window.reserve(1, NOON).orElseThrow();
        failed.release();
        assertThat(window.periodEnd(NOON)).as("another is in flight").isPresent();
        other.settle(0, false, NOON);
        assertThat(window.periodEnd(NOON)).isEmpty();
    }

    @Test
    void anAttemptThatUsedNothingEndsNoWindowInWhichOthersDid() {
        QuotaLedger window = new QuotaLedger(10, FIVE_HOURS);
        use(window, 10, NOON);
        window.change(20, FIVE_HOURS);
        window.reserve(1, NOON.plusSeconds(1)).orElseThrow().release();
        assertThat(window.used(NOON.plusSeconds(1))).isEqualTo(10);
    }

    @Test
    void aClockGoneBackGivesNoSecondAllowance() {
        use(day, 1_000, NOON);
        assertThat(day.isUsedUp(NOON.minus(Duration.ofMinutes(90)))).isTrue();
        use(day, 1_000, MIDNIGHT.plusSeconds(60));
        Instant back = MIDNIGHT.minus(Duration.ofMinutes(30));
        assertThat(day.isUsedUp(back)).as("the new day's quota").isTrue();
        assertThat(day.reserve(1, back)).isEmpty();
        assertThat(day.used(MIDNIGHT)).isEqualTo(1_000);
        assertThat(day.freeAt(back)).contains(MIDNIGHT.plus(Duration.ofDays(1)));
    }

    @Test
    void aWindowIsNotStartedAgainByAClockGoneBack() {
        QuotaLedger window = new QuotaLedger(10, FIVE_HOURS);
        use(window, 10, NOON);
        assertThat(window.reserve(1, NOON.minus(Duration.ofHours(4)))).isEmpty();
        assertThat(window.freeAt(NOON.minus(Duration.ofHours(4)))).contains(NOON.plus(Duration.ofHours(5)));
    }

    @Test
    void aClockThatWasAheadByYearsBlocksNoLongerThanAPeriod() {
        Instant wrong = Instant.parse("2099-01-01T00:00:00Z");
        use(day, 1_000, wrong);
        assertThat(day.isUsedUp(NOON)).as("no second allowance").isTrue();
        assertThat(day.freeAt(NOON)).contains(MIDNIGHT);
        QuotaLedger window = new QuotaLedger(10, FIVE_HOURS);
        use(window, 10, wrong);
        assertThat(window.isUsedUp(NOON)).isTrue();
        assertThat(window.freeAt(NOON.plusSeconds(3_600)))
                .as("looking again does not move it on")
                .contains(NOON.plus(Duration.ofHours(5)));
    }

    @Test
    void eachNightOfAChangedClockResetsOnce() {
        ZoneId amsterdam = ZoneId.of("Europe/Amsterdam");
        for (String date : List.of("2026-03-28T23:00:00Z", "2026-10-24T22:00:00Z")) {
            QuotaLedger ledger = new QuotaLedger(1, Period.of(PeriodKind.DAY, amsterdam));
            int admitted = 0;
            Instant start = Instant.parse(date);
            for (int minute = 0; minute < 26 * 60; minute += 10) {
                Instant now = start.plusSeconds(minute * 60L);
                Optional<Reservation> r = ledger.reserve(1, now);
                admitted += r.isPresent() ? 1 : 0;
                r.ifPresent(granted -> granted.settle(1, false, now));
            }
            assertThat(admitted).isEqualTo(2);
        }
    }

    @Test
    void aLimitChangedInThePeriodHoldsAtOnceAndForgetsNothing() {
        use(day, 500, NOON);
        Reservation running = day.reserve(100, NOON).orElseThrow();
        day.change(500, DAY);
        assertThat(day.isUsedUp(NOON)).isTrue();
        day.change(2_000, DAY);
        assertThat(day.isUsedUp(NOON)).isFalse();
        assertThat(day.reserved()).isEqualTo(100);
        running.settle(30, false, NOON);
        assertThat(day.used(NOON)).isEqualTo(530);
    }

    @Test
    void aNewPeriodStartedWhenTheOldOneDid() {
        use(day, 1_000, NOON);
        day.change(1_000, Period.of(PeriodKind.WEEK, ZoneOffset.UTC));
        assertThat(day.freeAt(NOON)).contains(Instant.parse("2026-12-07T00:00:00Z"));
        day.change(1_000, Period.of(PeriodKind.HOUR, ZoneOffset.UTC));
        assertThat(day.isUsedUp(NOON)).isFalse();
    }

    @Test
    void hugeNumbersNeitherOverflowNorGiveAnythingBack() {
        QuotaLedger huge = new QuotaLedger(Long.MAX_VALUE, DAY);
        Reservation a = huge.reserve(Long.MAX_VALUE - 1, NOON).orElseThrow();
        Reservation b = huge.reserve(1, NOON).orElseThrow();
        assertThat(huge.reserve(1, NOON)).isEmpty();
        a.settle(Long.MAX_VALUE - 1, true, NOON);
        b.settle(Long.MAX_VALUE, true, NOON);
        assertThat(huge.used(NOON)).isEqualTo(Long.MAX_VALUE);
        assertThat(huge.estimated(NOON)).isEqualTo(Long.MAX_VALUE);
        assertThat(huge.isUsedUp(NOON)).isTrue();
        QuotaLedger free = new QuotaLedger(0, DAY);
        List<Reservation> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(free.reserve(Long.MAX_VALUE, NOON).orElseThrow());
            assertThat(free.reserved()).isEqualTo(Long.MAX_VALUE);
        }
        all.forEach(Reservation::release);
        assertThat(free.reserved()).isZero();
    }

    @Test
    void aRestartGoesOnInThePeriod() {
        day.reserve(100, NOON).orElseThrow().settle(300, true, NOON);
        SlotUsage stored = day.snapshot(NOON.plusSeconds(5)).orElseThrow();
        assertThat(stored).isEqualTo(new SlotUsage(Instant.parse("2026-11-30T00:00:00Z"), 300, 300, NOON));
        QuotaLedger next = QuotaLedger.restored(1_000, DAY, stored, MIDNIGHT.minusNanos(1));
        assertThat(next.used(MIDNIGHT.minusNanos(1))).isEqualTo(300);
        assertThat(next.snapshot(MIDNIGHT.minusNanos(1))).contains(stored);
        assertThat(next.used(MIDNIGHT)).isZero();
    }

    @Test
    void aRestartAfterThePeriodsEndStartsAfreshOnce() {
        use(day, 1_000, NOON);
        SlotUsage stored = day.snapshot(NOON).orElseThrow();
        QuotaLedger next = QuotaLedger.restored(1_000, DAY, stored, MIDNIGHT);
        assertThat(next.used(MIDNIGHT)).isZero();
        assertThat(next.snapshot(MIDNIGHT)).isEmpty();
        use(next, 1_000, MIDNIGHT.minusSeconds(60));
        assertThat(next.isUsedUp(MIDNIGHT)).as("booked to the new day").isTrue();
    }

    @Test
    void aRestartedWindowEndsWhenItWouldHave() {
        QuotaLedger window = new QuotaLedger(10, FIVE_HOURS);
        use(window, 10, NOON);
        Instant end = NOON.plus(Duration.ofHours(5));
        SlotUsage stored = window.snapshot(NOON).orElseThrow();
        QuotaLedger next = QuotaLedger.restored(10, FIVE_HOURS, stored, end.minusNanos(1));
        assertThat(next.freeAt(end.minusNanos(1))).contains(end);
        assertThat(QuotaLedger.restored(10, FIVE_HOURS, stored, end).periodEnd(end))
                .isEmpty();
    }

    @Test
    void aStoredUseThatCannotBeIsRefusedWithItsNumbers() {
        assertThatThrownBy(() -> new SlotUsage(NOON, -1, 0, NOON)).hasMessage("used: -1 (expected: >= 0)");
        assertThatThrownBy(() -> new SlotUsage(NOON, 5, 6, NOON)).hasMessage("estimated: 6 (expected: 0 to used, 5)");
        assertThatThrownBy(() -> new QuotaLedger(-1, DAY)).hasMessageContaining("limit: -1");
    }

    @Test
    void theLastQuotaGoesToExactlyOneOfFiftyThreads() throws Exception {
        try (Race race = new Race()) {
            for (int round = 0; round < Race.ROUNDS; round++) {
                QuotaLedger ledger = new QuotaLedger(10, DAY);
                use(ledger, 9, NOON);
                List<Boolean> admitted = race.run(() -> ledger.reserve(
                                1 + (Thread.currentThread().threadId() & 3), NOON)
                        .isPresent());
                assertThat(admitted).filteredOn(won -> won).hasSize(1);
            }
        }
    }

    @Test
    void nothingIsLostWhereFiftyThreadsReserveAndSettleOverAPeriodsEnd() throws Exception {
        try (Race race = new Race()) {
            for (int round = 0; round < Race.ROUNDS; round++) {
                QuotaLedger ledger = new QuotaLedger(30, DAY);
                use(ledger, 30, NOON);
                List<Optional<Reservation>> admitted = race.run(() -> {
                    Optional<Reservation> r = ledger.reserve(1, MIDNIGHT);
                    r.ifPresent(granted -> granted.settle(1, false, MIDNIGHT));
                    return r;
                });
                assertThat(admitted).filteredOn(Optional::isPresent).hasSize(30);
                assertThat(ledger.used(MIDNIGHT)).isEqualTo(30);
                assertThat(ledger.reserved()).isZero();
            }
        }
    }

    @Test
    void aReservationThatManyThreadsEndIsEndedOnce() throws Exception {
        try (Race race = new Race()) {
            for (int round = 0; round < Race.ROUNDS / 10; round++) {
                QuotaLedger ledger = new QuotaLedger(1_000, DAY);
                Reservation other = ledger.reserve(100, NOON).orElseThrow();
                Reservation contested = ledger.reserve(100, NOON).orElseThrow();
                race.run(() -> contested.settle(7, false, NOON));
                assertThat(ledger.used(NOON)).isEqualTo(7);
                assertThat(ledger.reserved()).isEqualTo(100);
                other.release();
            }
        }
    }

    /**
     * Against a model that keeps every number, over random attempts and a clock that is put back at times: the reserved amount is
     * the sum of what is in flight, the use is what was settled in the period, and it goes beyond the quota by no more than what
     * admitted attempts had beyond their estimates, or were let in alone with.
     */
    @Property(tries = 1_000)
    void noReservationIsLostOrNegativeAndNoQuotaPassedByMoreThanWasAdmitted(
            @ForAll @Size(max = 150) List<@IntRange(min = 0, max = 999) Integer> events,
            @ForAll @IntRange(min = 0, max = 3) int kind) {
        Period period = List.of(DAY, FIVE_HOURS, TOTAL, Period.of(PeriodKind.HOUR, ZoneId.of("Europe/Berlin")))
                .get(kind);
        Model model = new Model(new QuotaLedger(1_000, period), period);
        for (int event : events) {
            int amount = event / 10 * 5;
            switch (event % 10) {
                case 0, 1, 2, 3 -> model.reserve(amount);
                case 4, 5 -> model.settle(model.inFlight.pollFirst(), amount);
                case 6 -> model.settle(model.inFlight.pollLast(), amount);
                case 7 -> model.release(model.inFlight.pollFirst());
                case 8 -> model.now = model.now.plusSeconds(amount * 60L);
                default -> model.now = model.now.minusSeconds(amount);
            }
            model.check();
        }
        while (!model.inFlight.isEmpty()) {
            model.release(model.inFlight.poll());
        }
        assertThat(model.ledger.reserved()).isZero();
    }

    /**
     * @param amount what it holds
     * @param excess by how much that was beyond the rest of the quota, where it was let in alone
     */
    private record Held(Reservation reservation, long amount, long excess) {}

    /** What the ledger must say. */
    private static final class Model {
        final QuotaLedger ledger;
        final Period period;
        final Deque<Held> inFlight = new ArrayDeque<>();
        Instant now = Instant.parse("2026-10-24T23:30:00Z"); // half an hour before Berlin's repeated hour
        private Period.Span span;
        private long booked;
        private long excess;

        Model(QuotaLedger ledger, Period period) {
            this.ledger = ledger;
            this.period = period;
        }

        void reserve(long estimate) {
            long wanted = Math.max(1, estimate);
            long rest = 1_000 - used() - reserved();
            Optional<Reservation> r = ledger.reserve(estimate, now);
            assertThat(r.isPresent()).isEqualTo(used() < 1_000 && (reserved() == 0 || wanted <= rest));
            if (r.isPresent()) {
                enterPeriod();
                inFlight.add(new Held(r.get(), wanted, Math.max(0, wanted - rest)));
            }
        }

        void settle(Held held, long actual) {
            if (held == null || actual == 0) {
                release(held);
                return;
            }
            held.reservation.settle(actual, actual % 2 == 0, now);
            enterPeriod();
            booked += actual;
            excess += Math.max(0, actual - held.amount) + held.excess;
        }

        void release(Held held) {
            if (held == null) {
                return;
            }
            held.reservation.release();
            if (period.startsWithUse() && booked == 0 && inFlight.isEmpty()) {
                span = null;
            }
        }

        void check() {
            assertThat(ledger.reserved()).isEqualTo(reserved()).isNotNegative();
            assertThat(ledger.used(now)).isEqualTo(used()).isLessThanOrEqualTo(1_000 + excess);
            assertThat(ledger.estimated(now)).isBetween(0L, used());
            assertThat(ledger.isUsedUp(now)).isEqualTo(used() >= 1_000);
            assertThat(ledger.snapshot(now).map(SlotUsage::used).orElse(0L)).isEqualTo(used());
        }

        private void enterPeriod() {
            if (span == null || span.hasEnded(now)) {
                span = period.around(now);
                booked = 0;
                excess = 0;
            }
        }

        private boolean isFarAhead() {
            return period.around(now).end().filter(span.start()::isAfter).isPresent();
        }

        private long used() {
            // A look moves a period that is far ahead to the clock that was put back, its use with it.
            if (span != null && isFarAhead()) {
                span = period.around(now);
            }
            return span == null || span.hasEnded(now) ? 0 : booked;
        }

        private long reserved() {
            return inFlight.stream().mapToLong(Held::amount).sum();
        }
    }

    private static void use(QuotaLedger ledger, long tokens, Instant now) {
        ledger.reserve(1, now).orElseThrow().settle(tokens, false, now);
    }
}
