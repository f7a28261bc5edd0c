package io.tiergate.adapter.failure;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads points in time as upstreams write them. */
final class Moment {
    /** A bare number above this is seconds since 1970, not a span: 31 years of waiting are no advice. */
    private static final BigDecimal EPOCH_SECONDS = new BigDecimal("1e9");

    /** Above this it is milliseconds since 1970. */
    private static final BigDecimal EPOCH_MILLIS = new BigDecimal("1e12");

    /** The last second that an HTTP date or an epoch is believed to name, in 9999. */
    private static final BigDecimal LAST_MILLI = new BigDecimal("253402300799000");

    /** RFC 9110 section 5.6.7: the form of today, that of RFC 850, and that of C's asctime. */
    private static final List<DateTimeFormatter> HTTP_DATES = List.of(
            DateTimeFormatter.RFC_1123_DATE_TIME.withResolverStyle(ResolverStyle.STRICT),
            new DateTimeFormatterBuilder()
                    .appendPattern("EEEE, dd-MMM-")
                    // Two digits; RFC 9110 reads a year more than 50 ahead as past, and advice is never that far ahead.
                    .appendValueReduced(ChronoField.YEAR, 2, 2, 2000)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.ENGLISH)
                    .withResolverStyle(ResolverStyle.STRICT)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH)
                    .withResolverStyle(ResolverStyle.STRICT)
                    .withZone(ZoneOffset.UTC));

    /** {@code 2026-01-01 12:00:00}, {@code 2025-11-01 at 00:00 UTC}, {@code 2026-01-01 23:59:59 +0800 CST}. */
    private static final Pattern WRITTEN =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)(?:[ T]| at )(\\d\\d:\\d\\d)(?::(\\d\\d))?(?:\\.\\d{1,9})?"
                    + " ?(Z|UTC|GMT|[+-]\\d\\d:?\\d\\d)?");

    /** Zhipu and Ark, the only ones who write times without a zone, mean Beijing's. */
    private static final ZoneId BEIJING = ZoneId.of("Asia/Shanghai");

    private Moment() {}

    /** Returns whether a number is too large for a span of seconds. */
    static boolean isEpoch(BigDecimal number) {
        return number.compareTo(EPOCH_SECONDS) > 0;
    }

    /** Returns the point that such a number names, or empty where it is absurd. */
    static Optional<Instant> ofEpoch(BigDecimal number) {
        BigDecimal millis = number.compareTo(EPOCH_MILLIS) > 0 ? number : number.movePointRight(3);
        return millis.compareTo(LAST_MILLI) > 0
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(millis.longValue()));
    }

    /** Returns the point that a whole text names: RFC 3339 or one of HTTP's three forms. */
    static Optional<Instant> parse(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException notRfc3339) {
            return HTTP_DATES.stream()
                    .flatMap(form -> httpDate(text, form).stream())
                    .findFirst();
        }
    }

    private static Optional<Instant> httpDate(String text, DateTimeFormatter form) {
        try {
            return Optional.of(Instant.from(form.parse(text)));
        } catch (DateTimeException anotherForm) {
            return Optional.empty();
        }
    }

    /** Returns the first date with a time that a message names. */
    static Optional<Instant> in(String message) {
        Matcher found = WRITTEN.matcher(message);
        if (!found.find()) {
            return Optional.empty();
        }
        String seconds = found.group(3) == null ? "00" : found.group(3);
        try {
            LocalDateTime local = LocalDateTime.parse(found.group(1) + "T" + found.group(2) + ":" + seconds);
            return Optional.of(local.atZone(zone(found.group(4))).toInstant());
        } catch (DateTimeException noDate) {
            return Optional.empty();
        }
    }

    private static ZoneId zone(String written) {
        if (written == null) {
            return BEIJING;
        }
        return switch (written) {
            case "Z", "UTC", "GMT" -> ZoneOffset.UTC;
            default -> ZoneOffset.of(written);
        };
    }

    /** Returns the next midnight of a zone. */
    static Instant midnightAfter(Instant now, ZoneId zone) {
        ZonedDateTime there = now.atZone(zone);
        return there.toLocalDate().plusDays(1).atStartOfDay(zone).toInstant();
    }
}
