package io.tiergate.scheduler.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.scheduler.config.PeriodKind;
import io.tiergate.scheduler.config.QuotaConfig;
import io.tiergate.scheduler.config.SlotConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** The borders of periods, SPEC 4. */
class PeriodTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final List<PeriodKind> CALENDAR =
            List.of(PeriodKind.HOUR, PeriodKind.DAY, PeriodKind.WEEK, PeriodKind.MONTH);

    @Test
    void anHourRunsFromOneFullHourToTheNext() {
        Period hour = Period.of(PeriodKind.HOUR, SHANGHAI);
        spans(hour, "2026-05-04T13:00+08:00", "2026-05-04T14:00+08:00");
    }

    @Test
    void theFullHourIsThatOfTheZoneWhereItsOffsetIsNotOfWholeHours() {
        Period hour = Period.of(PeriodKind.HOUR, ZoneId.of("Asia/Kolkata"));
        spans(hour, "2026-05-04T13:00+05:30", "2026-05-04T14:00+05:30");
    }

    @Test
    void aDayRunsFromMidnightToMidnightOfTheZone() {
        spans(Period.of(PeriodKind.DAY, SHANGHAI), "2026-05-04T00:00+08:00", "2026-05-05T00:00+08:00");
        spans(Period.of(PeriodKind.DAY, ZoneId.of("Asia/Tokyo")), "2026-07-31T15:00Z", "2026-08-01T15:00Z");
    }

    @Test
    void aWeekStartsOnMonday() {
        spans(Period.of(PeriodKind.WEEK, SHANGHAI), "2026-11-30T00:00+08:00", "2026-12-07T00:00+08:00");
    }

    @Test
    void aMonthStartsOnTheFirstHoweverLongItIs() {
        Period month = Period.of(PeriodKind.MONTH, ZoneOffset.UTC);
        spans(month, "2026-01-01T00:00Z", "2026-02-01T00:00Z");
        spans(month, "2026-02-01T00:00Z", "2026-03-01T00:00Z");
        spans(month, "2028-02-01T00:00Z", "2028-03-01T00:00Z");
        spans(month, "2026-12-01T00:00Z", "2027-01-01T00:00Z");
        assertThat(month.around(at("2028-02-29T23:59:59Z")).end()).contains(at("2028-03-01T00:00Z"));
    }

    @Test
    void aWindowStartsAtItsFirstUseAndLastsItsHours() {
        Period window = Period.ofHours(720);
        assertThat(window.around(at("2026-01-31T10:00Z")))
                .isEqualTo(new Period.Span(at("2026-01-31T10:00Z"), Optional.of(at("2026-03-02T10:00Z"))));
    }

    @Test
    void theLongestWindowStillEnds() {
        Instant now = at("2026-01-31T10:00Z");
        assertThat(Period.ofHours(Integer.MAX_VALUE).around(now).end())
                .contains(now.plus(Duration.ofHours(Integer.MAX_VALUE)));
    }

    @Test
    void aTotalNeverEnds() {
        Period.Span span = Period.of(PeriodKind.TOTAL, BERLIN).around(at("2026-05-04T13:00Z"));
        assertThat(span.end()).isEmpty();
        assertThat(span.hasEnded(at("9999-12-31T23:59Z"))).isFalse();
    }

    @Test
    void noPeriodNeverEndsAndLimitsNothing() {
        assertThat(Period.NONE.around(at("2026-05-04T13:00Z")).end()).isEmpty();
        assertThat(Period.NONE.limits()).isFalse();
        assertThat(Period.of(PeriodKind.TOTAL, BERLIN).limits()).isTrue();
    }

    @Test
    void inBerlinTheDayOfTheSkippedHourHas23Hours() {
        Period day = Period.of(PeriodKind.DAY, BERLIN);
        spans(day, "2026-03-29T00:00+01:00", "2026-03-30T00:00+02:00");
        assertThat(lengthAt(day, "2026-03-29T12:00+02:00")).isEqualTo(Duration.ofHours(23));
        assertThat(lengthAt(day, "2026-03-28T12:00+01:00")).isEqualTo(Duration.ofHours(24));
        assertThat(lengthAt(day, "2026-03-30T12:00+02:00")).isEqualTo(Duration.ofHours(24));
    }

    @Test
    void inBerlinTheDayOfTheRepeatedHourHas25Hours() {
        Period day = Period.of(PeriodKind.DAY, BERLIN);
        spans(day, "2026-10-25T00:00+02:00", "2026-10-26T00:00+01:00");
        assertThat(lengthAt(day, "2026-10-25T12:00+01:00")).isEqualTo(Duration.ofHours(25));
    }

    @Test
    void inBerlinWeeksAndMonthsWithAChangedClockAreAnHourOff() {
        assertThat(lengthAt(Period.of(PeriodKind.WEEK, BERLIN), "2026-03-28T12:00Z"))
                .isEqualTo(Duration.ofDays(7).minusHours(1));
        assertThat(lengthAt(Period.of(PeriodKind.MONTH, BERLIN), "2026-10-02T12:00Z"))
                .isEqualTo(Duration.ofDays(31).plusHours(1));
    }

    @Test
    void shanghaiHasDaysOf24HoursButHadChangedClocksUntil1991() {
        Period day = Period.of(PeriodKind.DAY, SHANGHAI);
        assertThat(lengthAt(day, "2026-03-29T12:00+08:00")).isEqualTo(Duration.ofHours(24));
        assertThat(lengthAt(day, "2026-10-25T12:00+08:00")).isEqualTo(Duration.ofHours(24));
        assertThat(lengthAt(day, "1991-04-14T12:00+09:00")).isEqualTo(Duration.ofHours(23));
        assertThat(lengthAt(day, "1991-09-15T12:00+08:00")).isEqualTo(Duration.ofHours(25));
    }

    @Test
    void aSkippedHourIsNoPeriod() {
        Period hour = Period.of(PeriodKind.HOUR, BERLIN);
        spans(hour, "2026-03-29T01:00+01:00", "2026-03-29T03:00+02:00");
        spans(hour, "2026-03-29T03:00+02:00", "2026-03-29T04:00+02:00");
    }

    @Test
    void aRepeatedHourIsTwoPeriods() {
        Period hour = Period.of(PeriodKind.HOUR, BERLIN);
        spans(hour, "2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00");
        spans(hour, "2026-10-25T02:00+01:00", "2026-10-25T03:00+01:00");
    }

    @Test
    void aClockChangedByHalfAnHourIsABorder() {
        Period hour = Period.of(PeriodKind.HOUR, ZoneId.of("Australia/Lord_Howe"));
        spans(hour, "2026-04-05T01:00+11:00", "2026-04-05T01:30+10:30");
        spans(hour, "2026-04-05T01:30+10:30", "2026-04-05T02:00+10:30");
        spans(hour, "2026-10-04T02:30+11:00", "2026-10-04T03:00+11:00");
    }

    @Test
    void aDayWhoseMidnightIsSkippedStartsAfterTheGap() {
        Period day = Period.of(PeriodKind.DAY, ZoneId.of("Africa/Cairo"));
        spans(day, "2026-04-24T01:00+03:00", "2026-04-25T00:00+03:00");
    }

    @Test
    void aMidnightThatComesTwiceStartsOneDay() {
        Period day = Period.of(PeriodKind.DAY, ZoneId.of("America/Havana"));
        spans(day, "2026-11-01T00:00-04:00", "2026-11-02T00:00-05:00");
        Period stJohns = Period.of(PeriodKind.DAY, ZoneId.of("America/St_Johns"));
        // In 2009 the clock went from 00:01 back to 23:01 of the day before.
        spans(stJohns, "2009-11-01T00:00-02:30", "2009-11-02T00:00-03:30");
    }

    @Test
    void aSlotsRuleGivesItsPeriod() {
        QuotaConfig quota = new QuotaConfig(BERLIN);
        assertThat(Period.of(SlotConfig.of("m", "s", 1), quota).limits()).isFalse();
        SlotConfig window = new SlotConfig("m", "s", 1, 10, Optional.of(PeriodKind.NHOUR), OptionalInt.of(5));
        assertThat(lengthAt(Period.of(window, quota), "2026-05-04T13:00Z")).isEqualTo(Duration.ofHours(5));
    }

    @Test
    void hoursBelongToTheWindowAlone() {
        assertThatThrownBy(() -> Period.ofHours(0)).hasMessageContaining("hours: 0 (expected: >= 1");
        assertThatThrownBy(() -> new Period(Optional.of(PeriodKind.DAY), 5, BERLIN))
                .hasMessageContaining("hours: 5");
    }

    /** Every kind and zone, over the years of summer times: a period holds its instant, and the next one starts where it ends. */
    @Property(tries = 2_000)
    void calendarPeriodsFollowOneAnotherWithoutGapOrOverlap(
            @ForAll @LongRange(min = 500_000_000L, max = 2_500_000_000L) long second,
            @ForAll @IntRange(min = 0, max = 3) int kind,
            @ForAll @IntRange(min = 0, max = 7) int zone) {
        String[] zones = {
            "Europe/Berlin",
            "Asia/Shanghai",
            "America/St_Johns",
            "Australia/Lord_Howe",
            "America/Havana",
            "Africa/Cairo",
            "Pacific/Apia",
            "Asia/Kathmandu"
        };
        Period period = Period.of(CALENDAR.get(kind), ZoneId.of(zones[zone]));
        Instant now = Instant.ofEpochSecond(second);
        // Half of the instants near a changed clock, where it is hard.
        if (second % 2 == 0) {
            var jump = period.zone().getRules().nextTransition(now);
            now = jump == null ? now : jump.getInstant().plusSeconds(second % 14_400 - 7_200);
        }
        Period.Span span = period.around(now);
        Instant end = span.end().orElseThrow();
        assertThat(span.start()).isBeforeOrEqualTo(now);
        assertThat(end).isAfter(now);
        assertThat(period.around(span.start())).isEqualTo(span);
        assertThat(period.around(end.minusNanos(1))).isEqualTo(span);
        assertThat(period.around(end).start()).isEqualTo(end);
    }

    /** Asserts that a period runs from the one to the other: at its borders, and just inside and outside of them. */
    private static void spans(Period period, String start, String end) {
        Period.Span span = new Period.Span(at(start), Optional.of(at(end)));
        assertThat(period.around(at(start))).isEqualTo(span);
        assertThat(period.around(at(end).minusNanos(1))).isEqualTo(span);
        assertThat(period.around(at(start).minusNanos(1)).end()).contains(at(start));
        assertThat(period.around(at(end)).start()).isEqualTo(at(end));
        assertThat(span.hasEnded(at(end).minusNanos(1))).isFalse();
        assertThat(span.hasEnded(at(end))).isTrue();
    }

    private static Duration lengthAt(Period period, String instant) {
        Period.Span span = period.around(at(instant));
        return Duration.between(span.start(), span.end().orElseThrow());
    }

    private static Instant at(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }
}
