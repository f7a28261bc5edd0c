package io.tiergate.adapter.failure;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads spans of time as upstreams write them: Go's durations ({@code 2m59.56s}, {@code 120ms}), and numbers with a unit in
 * English or Chinese ({@code 2 minutes}, {@code 30 秒}). Scans each text once.
 */
final class WaitText {
    private static final Map<String, Duration> UNITS = Map.ofEntries(
            Map.entry("ns", Duration.ofNanos(1)),
            Map.entry("us", Duration.ofNanos(1_000)),
            Map.entry("µs", Duration.ofNanos(1_000)),
            Map.entry("ms", Duration.ofMillis(1)),
            Map.entry("msec", Duration.ofMillis(1)),
            Map.entry("millisecond", Duration.ofMillis(1)),
            Map.entry("milliseconds", Duration.ofMillis(1)),
            Map.entry("毫秒", Duration.ofMillis(1)),
            Map.entry("s", Duration.ofSeconds(1)),
            Map.entry("sec", Duration.ofSeconds(1)),
            Map.entry("secs", Duration.ofSeconds(1)),
            Map.entry("second", Duration.ofSeconds(1)),
            Map.entry("seconds", Duration.ofSeconds(1)),
            Map.entry("秒", Duration.ofSeconds(1)),
            Map.entry("秒钟", Duration.ofSeconds(1)),
            Map.entry("m", Duration.ofMinutes(1)),
            Map.entry("min", Duration.ofMinutes(1)),
            Map.entry("mins", Duration.ofMinutes(1)),
            Map.entry("minute", Duration.ofMinutes(1)),
            Map.entry("minutes", Duration.ofMinutes(1)),
            Map.entry("分", Duration.ofMinutes(1)),
            Map.entry("分钟", Duration.ofMinutes(1)),
            Map.entry("h", Duration.ofHours(1)),
            Map.entry("hr", Duration.ofHours(1)),
            Map.entry("hrs", Duration.ofHours(1)),
            Map.entry("hour", Duration.ofHours(1)),
            Map.entry("hours", Duration.ofHours(1)),
            Map.entry("小时", Duration.ofHours(1)),
            Map.entry("d", Duration.ofDays(1)),
            Map.entry("day", Duration.ofDays(1)),
            Map.entry("days", Duration.ofDays(1)),
            Map.entry("天", Duration.ofDays(1)));

    /** Longest first, so that {@code 秒钟} is not read as {@code 秒}. */
    private static final List<String> CHINESE_UNITS = List.of("毫秒", "秒钟", "分钟", "小时", "秒", "分", "天");

    /** Verbs that make a span advice. "timed out after 30s" has none of them before its number. */
    private static final List<String> VERBS =
            List.of("retry", "try again", "wait", "reset", "available", "resume", "重试", "再试", "重置", "恢复", "等待");

    /** Characters between verb and number: {@code retry your requests after 20 seconds}. */
    private static final int VERB_REACH = 48;

    /** Digits of a number: more are no span of time. */
    private static final int DIGITS = 12;

    private final String text;
    private int at;

    private WaitText(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** Returns the span that a whole text is; a number alone is none. */
    static Optional<Duration> parse(String value) {
        String lower = value.strip().toLowerCase(Locale.ROOT);
        WaitText reader = new WaitText(lower, 0);
        Duration span = reader.span();
        return span == null || reader.at < lower.length() ? Optional.empty() : Optional.of(span);
    }

    /** Returns the span that a message advises to wait. */
    static Optional<Duration> advisedIn(String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        for (int i = 0; i < lower.length(); i++) {
            if (!isDigit(lower.charAt(i)) || (i > 0 && isPartOfWord(lower.charAt(i - 1)))) {
                continue;
            }
            WaitText reader = new WaitText(lower, i);
            Duration span = reader.span();
            if (span != null && (isAdvised(lower, i) || lower.startsWith("后", reader.at))) {
                return Optional.of(span);
            }
            i = Math.max(i, reader.at - 1);
        }
        return Optional.empty();
    }

    private static boolean isPartOfWord(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || c == '.' || c == '-' || c == '_';
    }

    private static boolean isAdvised(String text, int number) {
        String before = text.substring(Math.max(0, number - VERB_REACH), number);
        int sentence = Math.max(before.lastIndexOf(". "), Math.max(before.lastIndexOf('。'), before.lastIndexOf('\n')));
        String clause = before.substring(sentence + 1);
        return VERBS.stream().anyMatch(clause::contains);
    }

    /** Reads numbers with units for as long as they follow each other; null where the first is none. */
    private Duration span() {
        Duration sum = null;
        while (true) {
            int start = at;
            Duration part = part();
            if (part == null) {
                at = start;
                return sum;
            }
            sum = sum == null ? part : sum.plus(part);
            start = at;
            skipSpaces();
            if (at >= text.length() || !isDigit(text.charAt(at))) {
                at = start;
                return sum;
            }
        }
    }

    private Duration part() {
        int start = at;
        skipDigits();
        if (at == start || at - start > DIGITS) {
            return null;
        }
        if (at + 1 < text.length() && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
            at++;
            skipDigits();
        }
        String number = text.substring(start, Math.min(at, start + 2 * DIGITS));
        skipSpaces();
        Duration unit = unit();
        return unit == null ? null : times(unit, new BigDecimal(number));
    }

    private static Duration times(Duration unit, BigDecimal count) {
        BigDecimal nanos = count.multiply(BigDecimal.valueOf(unit.toNanos()));
        BigDecimal[] seconds = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000L));
        return Duration.ofSeconds(seconds[0].longValue(), seconds[1].longValue());
    }

    private Duration unit() {
        for (String unit : CHINESE_UNITS) {
            if (text.startsWith(unit, at)) {
                at += unit.length();
                return UNITS.get(unit);
            }
        }
        int start = at;
        while (at < text.length() && (text.charAt(at) == 'µ' || (text.charAt(at) >= 'a' && text.charAt(at) <= 'z'))) {
            at++;
        }
        return UNITS.get(text.substring(start, at));
    }

    private void skipDigits() {
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private void skipSpaces() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
