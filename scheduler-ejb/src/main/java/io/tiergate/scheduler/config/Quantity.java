package io.tiergate.scheduler.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Durations and sizes as they stand in a file: a number and a unit. */
final class Quantity {
    /** Longest duration that is taken: far above any use, far below what overflows in nanoseconds. */
    static final Duration LONGEST = Duration.ofDays(3650);

    private static final Pattern DURATION = Pattern.compile("-?(?:[0-9]{1,15}(?:\\.[0-9]{1,6})?(?:ms|s|m|h|d))+");
    private static final Pattern PART = Pattern.compile("([0-9.]+)(ms|s|m|h|d)");
    private static final Pattern SIZE = Pattern.compile("(-?[0-9]{1,12})(B|KB|KiB|MB|MiB|GB|GiB)");

    /** Largest first, for {@link #show(Duration)}. */
    private static final List<Map.Entry<String, Duration>> UNITS = List.of(
            Map.entry("d", Duration.ofDays(1)),
            Map.entry("h", Duration.ofHours(1)),
            Map.entry("m", Duration.ofMinutes(1)),
            Map.entry("s", Duration.ofSeconds(1)),
            Map.entry("ms", Duration.ofMillis(1)));

    private static final Map<String, Long> SIZES = Map.of(
            "B",
            1L,
            "KB",
            1_000L,
            "KiB",
            1L << 10,
            "MB",
            1_000_000L,
            "MiB",
            1L << 20,
            "GB",
            1_000_000_000L,
            "GiB",
            1L << 30);

    private Quantity() {}

    /** Returns e.g. 90 seconds for {@code 90s}, {@code 1m30s} or {@code 1.5m}; empty for another form, a bare number too. */
    static Optional<Duration> duration(String text) {
        if (!DURATION.matcher(text).matches()) {
            return Optional.empty();
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            nanos = nanos.add(new BigDecimal(part.group(1))
                    .multiply(BigDecimal.valueOf(unit(part.group(2)).toNanos())));
        }
        BigDecimal bounded = nanos.min(BigDecimal.valueOf(LONGEST.plusDays(1).toNanos()));
        return Optional.of(Duration.ofNanos((text.startsWith("-") ? bounded.negate() : bounded).longValue()));
    }

    /** Returns e.g. 16,777,216 for {@code 16MiB}; empty for another form, a bare number too. */
    static OptionalLong size(String text) {
        Matcher size = SIZE.matcher(text);
        return size.matches()
                ? OptionalLong.of(Math.multiplyExact(
                        Long.parseLong(size.group(1)), SIZES.get(size.group(2)).longValue()))
                : OptionalLong.empty();
    }

    /** Returns e.g. {@code 10m}: in the largest unit that gives a whole number. */
    static String show(Duration duration) {
        return UNITS.stream()
                .filter(unit -> !duration.isZero()
                        && duration.toNanos() % unit.getValue().toNanos() == 0)
                .findFirst()
                .map(unit -> duration.toNanos() / unit.getValue().toNanos() + unit.getKey())
                .orElseGet(() -> duration.toSeconds() + "s");
    }

    /** Returns e.g. {@code 16MiB}: in the largest binary unit that gives a whole number. */
    static String show(long bytes) {
        return Stream.of("GiB", "MiB", "KiB")
                .filter(unit -> bytes != 0 && bytes % SIZES.get(unit) == 0)
                .findFirst()
                .map(unit -> bytes / SIZES.get(unit) + unit)
                .orElseGet(() -> bytes + "B");
    }

    private static Duration unit(String name) {
        return UNITS.stream()
                .filter(unit -> unit.getKey().equals(name))
                .findFirst()
                .orElseThrow()
                .getValue();
    }
}
