package io.tiergate.scheduler.quota;

import io.tiergate.scheduler.config.PeriodKind;
import io.tiergate.scheduler.config.QuotaConfig;
import io.tiergate.scheduler.config.SlotConfig;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * When the use of a quota starts from 0 again (SPEC 4). Calendar periods follow one another without gap or overlap: a day has 23
 * or 25 hours where the zone's clock is changed, an hour that is repeated is two periods.
 *
 * @param kind empty: nothing is limited
 * @param hours length of the window of {@link PeriodKind#NHOUR}, at least 1; 0 for every other kind
 * @param zone where the calendar's borders lie; no matter to the kinds without borders
 */
public record Period(Optional<PeriodKind> kind, int hours, ZoneId zone) {
    /** Limits nothing. */
    public static final Period NONE = new Period(Optional.empty(), 0, ZoneOffset.UTC);

    private static final int HOUR_SECONDS = 3_600;

    /**
     * One period.
     *
     * @param start its first instant
     * @param end the first instant after it; empty: never ends
     */
    public record Span(Instant start, Optional<Instant> end) {
        /** Returns whether it is over at {@code now}. */
        public boolean hasEnded(Instant now) {
            return end.isPresent() && !now.isBefore(end.get());
        }
    }

    /** Checks. */
    public Period {
        if (kind.equals(Optional.of(PeriodKind.NHOUR)) ? hours < 1 : hours != 0) {
            throw new IllegalArgumentException(
                    "hours: " + hours + " (expected: >= 1 with the period NHOUR, 0 without it)");
        }
    }

    /** Returns the period of a slot's quota. */
    public static Period of(SlotConfig slot, QuotaConfig quota) {
        return new Period(slot.period(), slot.hours().orElse(0), quota.zone());
    }

    /** Returns a period that needs no {@code hours}. */
    static Period of(PeriodKind kind, ZoneId zone) {
        return new Period(Optional.of(kind), 0, zone);
    }

    /** Returns a window that starts with its first use. */
    static Period ofHours(int hours) {
        return new Period(Optional.of(PeriodKind.NHOUR), hours, ZoneOffset.UTC);
    }

    /** Returns whether a quota has an effect with it. */
    boolean limits() {
        return kind.isPresent();
    }

    /** Returns whether there is no period until something is used. */
    boolean startsWithUse() {
        return kind.equals(Optional.of(PeriodKind.NHOUR));
    }

    /** Returns the period that holds {@code now}; the one that starts there where no border of the calendar starts it. */
    public Span around(Instant now) {
        if (kind.isEmpty()) {
            return new Span(now, Optional.empty());
        }
        return switch (kind.get()) {
            case HOUR -> hourAround(now);
            case DAY, WEEK, MONTH -> daysAround(now);
            case NHOUR -> new Span(now, Optional.of(now.plus(Duration.ofHours(hours))));
            case TOTAL -> new Span(now, Optional.empty());
        };
    }

    /** Returns the period that started at {@code start}, also where that is no border, as after a change of zone or kind. */
    Span from(Instant start) {
        return new Span(start, around(start).end());
    }

    /**
     * Counts hours on the zone's clock. A jump of that clock which is not by whole hours, or not on the hour, is a border too,
     * for else the hours before and after it would overlap.
     */
    private Span hourAround(Instant now) {
        ZoneRules rules = zone.getRules();
        int offset = rules.getOffset(now).getTotalSeconds();
        long hour = Math.floorDiv(now.getEpochSecond() + offset, (long) HOUR_SECONDS);
        Instant start = Instant.ofEpochSecond(hour * HOUR_SECONDS - offset);
        Instant end = start.plusSeconds(HOUR_SECONDS);
        ZoneOffsetTransition lastJump = rules.previousTransition(now.plusNanos(1));
        ZoneOffsetTransition nextJump = rules.nextTransition(now);
        if (lastJump != null && lastJump.getInstant().isAfter(start)) {
            start = lastJump.getInstant();
        }
        if (nextJump != null && nextJump.getInstant().isBefore(end)) {
            end = nextJump.getInstant();
        }
        return new Span(start, Optional.of(end));
    }

    private Span daysAround(Instant now) {
        LocalDate first = firstDay(LocalDate.ofInstant(now, zone));
        if (!midnight(next(first)).isAfter(now)) {
            first = next(
                    first); // a clock put back over midnight shows the old day again; its period is over all the same
        }
        return new Span(midnight(first), Optional.of(midnight(next(first))));
    }

    private LocalDate firstDay(LocalDate day) {
        return switch (kind.orElseThrow()) {
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH -> day.withDayOfMonth(1);
            case HOUR, DAY, NHOUR, TOTAL -> day;
        };
    }

    private LocalDate next(LocalDate firstDay) {
        return switch (kind.orElseThrow()) {
            case WEEK -> firstDay.plusWeeks(1);
            case MONTH -> firstDay.plusMonths(1);
            case HOUR, DAY, NHOUR, TOTAL -> firstDay.plusDays(1);
        };
    }

    /** Returns a day's first instant: the earlier midnight where there are two, the end of the gap where there is none. */
    private Instant midnight(LocalDate day) {
        return day.atStartOfDay(zone).toInstant();
    }
}
