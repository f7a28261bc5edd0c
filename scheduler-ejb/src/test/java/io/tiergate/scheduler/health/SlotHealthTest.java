package io.tiergate.scheduler.health;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.failure.Failure;
import io.tiergate.adapter.failure.FailureClass;
import io.tiergate.adapter.failure.FailureScope;
import io.tiergate.adapter.failure.Phase;
import io.tiergate.scheduler.config.CooldownConfig;
import io.tiergate.scheduler.health.SlotHealth.Entry;
import io.tiergate.scheduler.time.FakeTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The window's life, SPEC 5. The clock of these tests overflows on its way, as a real one may. */
class SlotHealthTest {
    private static final int LIMIT = 1;

    private final FakeTime time = new FakeTime();
    private final CooldownPolicy policy = new CooldownPolicy(CooldownConfig.defaults());
    private final SlotHealth health = new SlotHealth();

    @Test
    void aFailureIsSilentToTheMiddleThenProbedThenOver() {
        fail(broken());
        assertThat(after(ofMillis(2_499))).isEqualTo(Standing.COOLING);
        assertThat(after(ofMillis(1))).isEqualTo(Standing.AWAITING_PROBE);
        assertThat(after(ofMillis(2_499))).isEqualTo(Standing.AWAITING_PROBE);
        assertThat(after(ofMillis(1))).isEqualTo(Standing.RECOVERING);
    }

    @Test
    void oneProbeAtATimeIsLetInAndItsPlaceIsGivenBackOnEveryWayOut() {
        fail(broken());
        time.advance(ofMillis(2_500));
        Entry probe = enter();
        assertThat(probe).isEqualTo(Entry.PROBE);
        assertThat(standing()).isEqualTo(Standing.PROBING);
        assertThat(enter()).isEqualTo(Entry.REFUSED);
        health.left(probe);
        assertThat(standing()).isEqualTo(Standing.AWAITING_PROBE);
        assertThat(enter()).isEqualTo(Entry.PROBE);
    }

    @Test
    void aSourceOfTwentyIsProbedByTwo() {
        fail(broken());
        time.advance(ofMillis(2_500));
        assertThat(health.tryEnter(time.nanoTime(), 2, true)).isEqualTo(Entry.PROBE);
        assertThat(health.tryEnter(time.nanoTime(), 2, true)).isEqualTo(Entry.PROBE);
        assertThat(health.tryEnter(time.nanoTime(), 2, true)).isEqualTo(Entry.REFUSED);
    }

    @Test
    void aSuccessfulProbeClearsTheCooldownAtOnce() {
        fail(broken());
        time.advance(ofMillis(2_500));
        Entry probe = enter();
        health.succeeded(probe, time.nanoTime());
        assertThat(standing()).isEqualTo(Standing.HEALTHY);
        fail(broken());
        assertThat(health.window().orElseThrow().step())
                .as("the ladder starts afresh")
                .isEqualTo(1);
    }

    @Test
    void afterTheWindowTheTrialsAreGuardedWhereOthersCanServe() {
        fail(broken());
        time.advance(ofSeconds(5));
        assertThat(enter()).isEqualTo(Entry.PROBE);
        assertThat(standing()).isEqualTo(Standing.RECOVERING_BUSY);
        assertThat(enter()).isEqualTo(Entry.REFUSED);
        assertThat(health.tryEnter(time.nanoTime(), LIMIT, false))
                .as("where it is the only one")
                .isEqualTo(Entry.ORDINARY);
    }

    @Test
    void onlyAFailureOfAnAttemptThatStartedInsideTheWindowMovesTheLadder() {
        long early = time.nanoTime();
        time.advance(ofMillis(1));
        fail(broken());
        for (int i = 0; i < 5; i++) {
            health.failed(Entry.ORDINARY, early, broken(), policy, time.nanoTime());
        }
        assertThat(health.window().orElseThrow().step()).isEqualTo(1);
        time.advance(ofMillis(2_500));
        long started = time.nanoTime();
        health.failed(enter(), started, broken(), policy, time.nanoTime());
        assertThat(health.window().orElseThrow().step()).isEqualTo(2);
    }

    @Test
    void aSuccessOfAnAttemptThatStartedBeforeTheWindowClearsNothing() {
        long early = time.nanoTime();
        time.advance(ofMillis(1));
        fail(broken());
        health.succeeded(Entry.ORDINARY, early);
        assertThat(standing()).isEqualTo(Standing.COOLING);
    }

    @Test
    void aRetryAfterBeyondTheDefaultIsSilentToItsEnd() {
        fail(throttled(Optional.of(ofSeconds(40))));
        assertThat(after(ofMillis(39_999))).isEqualTo(Standing.COOLING);
        assertThat(after(ofMillis(1))).isEqualTo(Standing.RECOVERING);
    }

    @Test
    void aRetryAfterBelowTheDefaultOrNoneIsTheDefaultAndOneAboveTheCapIsTheCap() {
        assertThat(lengthOf(throttled(Optional.of(ofSeconds(3))))).isEqualTo(ofSeconds(30));
        assertThat(lengthOf(throttled(Optional.empty()))).isEqualTo(ofSeconds(30));
        assertThat(lengthOf(throttled(Optional.of(Duration.ofDays(1))))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void aThrottledSlotDoesNotClimbTheLadder() {
        fail(throttled(Optional.empty()));
        assertThat(health.window().orElseThrow().step()).isZero();
        time.advance(ofSeconds(31));
        fail(broken());
        assertThat(health.window().orElseThrow().step()).isEqualTo(1);
    }

    @Test
    void aFreeTierIsNeverProbed() {
        fail(new Failure(
                FailureClass.FREE_TIER_USED_UP,
                FailureScope.SOURCE_KEY_MODEL,
                403,
                Phase.HEADERS,
                false,
                Optional.empty(),
                "used up",
                null,
                null,
                null));
        assertThat(after(Duration.ofDays(30).minusNanos(1))).isEqualTo(Standing.COOLING);
        assertThat(after(Duration.ofNanos(1))).isEqualTo(Standing.RECOVERING);
    }

    @Test
    void aWallClockJumpChangesNoCooldown() {
        fail(broken());
        time.jumpWallClock(Duration.ofDays(-1));
        time.advance(ofMillis(2_499));
        assertThat(standing()).isEqualTo(Standing.COOLING);
        time.advance(ofMillis(1));
        assertThat(standing()).isEqualTo(Standing.AWAITING_PROBE);
    }

    /** Whatever happens in whatever order: nothing enters the silent half, never more than the limit probes, no place is lost. */
    @Property(tries = 500)
    void invariantsHoldOverRandomInterleavings(
            @ForAll @Size(max = 120) List<@IntRange(min = 0, max = 9) Integer> events) {
        Deque<Running> running = new ArrayDeque<>();
        int probes = 0;
        for (int event : events) {
            switch (event) {
                case 0, 1, 2, 3 -> {
                    Standing before = standing();
                    Entry entry = enter();
                    assertThat(entry == Entry.REFUSED)
                            .isEqualTo(before == Standing.COOLING
                                    || before == Standing.PROBING
                                    || before == Standing.RECOVERING_BUSY);
                    if (entry != Entry.REFUSED) {
                        running.add(new Running(entry, time.nanoTime()));
                        probes += entry == Entry.PROBE ? 1 : 0;
                    }
                    time.advance(ofMillis(1));
                }
                case 4, 5 -> {
                    Running r = running.poll();
                    if (r != null) {
                        health.succeeded(r.entry, r.startedAt);
                        probes -= r.entry == Entry.PROBE ? 1 : 0;
                    }
                }
                case 6, 7 -> {
                    Running r = running.poll();
                    if (r != null) {
                        health.failed(r.entry, r.startedAt, broken(), policy, time.nanoTime());
                        probes -= r.entry == Entry.PROBE ? 1 : 0;
                    }
                }
                case 8 -> {
                    Running r = running.pollLast();
                    if (r != null) {
                        health.left(r.entry);
                        probes -= r.entry == Entry.PROBE ? 1 : 0;
                    }
                }
                default -> time.advance(ofSeconds(3));
            }
            assertThat(probes).isBetween(0, LIMIT);
        }
        running.forEach(r -> health.left(r.entry));
        time.advance(Duration.ofMinutes(10));
        assertThat(standing()).as("no place is lost").isIn(Standing.HEALTHY, Standing.RECOVERING);
    }

    private record Running(Entry entry, long startedAt) {}

    private void fail(Failure failure) {
        health.failed(Entry.ORDINARY, time.nanoTime(), failure, policy, time.nanoTime());
        if (health.window().isPresent()) {
            return;
        }
        throw new AssertionError("no window opened");
    }

    private Duration lengthOf(Failure failure) {
        SlotHealth fresh = new SlotHealth();
        Cooldown window = fresh.failed(Entry.ORDINARY, time.nanoTime() - 1, failure, policy, time.nanoTime())
                .orElseThrow();
        return Duration.ofNanos(window.until() - window.openedAt());
    }

    private Entry enter() {
        return health.tryEnter(time.nanoTime(), LIMIT, true);
    }

    private Standing standing() {
        return health.standing(time.nanoTime(), LIMIT);
    }

    private Standing after(Duration more) {
        time.advance(more);
        return standing();
    }

    private static Failure broken() {
        return Failure.of(FailureClass.TRANSPORT, FailureScope.SOURCE_MODEL, Phase.HEADERS, "broken");
    }

    private static Failure throttled(Optional<Duration> retryAfter) {
        return new Failure(
                FailureClass.RATE_LIMITED,
                FailureScope.SOURCE_KEY_MODEL,
                429,
                Phase.HEADERS,
                false,
                retryAfter,
                "too fast",
                null,
                null,
                null);
    }
}
