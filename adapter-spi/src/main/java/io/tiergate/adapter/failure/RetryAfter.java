package io.tiergate.adapter.failure;

import io.tiergate.adapter.exchange.Headers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * How long an upstream asks to be left alone, in every form that vendors use. What is missing, negative, in the past or not
 * readable is no advice (scenario S11); zero is advice to come back at once. Whoever uses it caps it.
 */
public final class RetryAfter {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(?:\\.\\d{1,18})?");

    /** Headers in milliseconds, finer than {@code Retry-After} beside them (Azure OpenAI, OpenAI). */
    private static final List<String> MILLISECONDS = List.of("retry-after-ms", "x-ms-retry-after-ms");

    private static final Places RETRY_SECONDS = Places.of(
            "/resets_in_seconds", // ChatGPT's Codex
            "/metadata/retry_after_seconds", // OpenRouter
            "/retry_after");
    private static final JsonPointer RELAYED_HEADERS = JsonPointer.compile("/metadata/headers");
    private static final JsonPointer QUOTA_RESET_DELAY = JsonPointer.compile("/metadata/quotaResetDelay");
    private static final Places RESETS_AT = Places.of("/resets_at");

    private RetryAfter() {}

    /**
     * Returns the wait that the value of a {@code Retry-After} header asks for: seconds, also with a fraction; an HTTP date;
     * Go's form ({@code 2m59.56s}); or RFC 3339. A number above 10<sup>9</sup> is a point in time.
     */
    public static Optional<Duration> parse(String value, Instant now) {
        String text = value.strip();
        if (NUMBER.matcher(text).matches()) {
            BigDecimal number = new BigDecimal(text);
            return Moment.isEpoch(number) ? Moment.ofEpoch(number).flatMap(at -> until(at, now)) : seconds(number);
        }
        return WaitText.parse(text).or(() -> Moment.parse(text).flatMap(at -> until(at, now)));
    }

    /** Returns the wait that the headers of an answer ask for: {@code retry-after-ms}, {@code x-ms-retry-after-ms}, {@code Retry-After}. */
    public static Optional<Duration> of(Headers headers, Instant now) {
        return MILLISECONDS.stream()
                .flatMap(name -> headers.first(name).stream())
                .flatMap(value -> millis(value.strip()).stream())
                .findFirst()
                .or(() -> headers.first("retry-after").flatMap(value -> parse(value, now)));
    }

    /** Returns the advice that an answer gives in so many words: its headers, fields of its body, its message. */
    static Optional<Duration> named(Headers headers, ErrorBody body, Instant now) {
        return of(headers, now).or(() -> inBody(body, now));
    }

    /** Returns the same, else the time to the reset of the limits that are used up. */
    static Optional<Duration> namedOrLimits(Headers headers, ErrorBody body, Instant now) {
        return first(
                () -> LimitHeaders.subscription(headers, now),
                () -> of(headers, now),
                () -> fields(body, now),
                () -> LimitHeaders.usedUp(headers, now),
                () -> LimitHeaders.usedUp(relayedHeaders(body), now),
                () -> inMessages(body, now));
    }

    static Duration untilMidnight(Instant now, ZoneId zone) {
        return Duration.between(now, Moment.midnightAfter(now, zone));
    }

    static Optional<Duration> until(Instant then, Instant now) {
        Duration left = Duration.between(now, then);
        return left.isNegative() ? Optional.empty() : Optional.of(left);
    }

    private static Optional<Duration> inBody(ErrorBody body, Instant now) {
        return fields(body, now).or(() -> inMessages(body, now));
    }

    private static Optional<Duration> fields(ErrorBody body, Instant now) {
        return first(
                () -> googleDetails(body.error(), now),
                () -> Optional.ofNullable(RETRY_SECONDS.text(body.error())).flatMap(s -> parse(s, now)),
                () -> Optional.ofNullable(RESETS_AT.text(body.error())).flatMap(s -> parse(s, now)),
                () -> of(relayedHeaders(body), now),
                () -> Optional.ofNullable(body.inner()).flatMap(inner -> fields(inner, now)));
    }

    private static Optional<Duration> googleDetails(JsonNode error, Instant now) {
        return error.path("details")
                .valueStream()
                .limit(32)
                .flatMap(d -> Stream.of(d.path("retryDelay"), d.at(QUOTA_RESET_DELAY)))
                .filter(JsonNode::isString)
                .flatMap(d -> parse(d.stringValue(), now).stream())
                .findFirst();
    }

    private static Optional<Duration> inMessages(ErrorBody body, Instant now) {
        return inMessage(body.message(), now)
                .or(() -> Optional.ofNullable(body.inner()).flatMap(inner -> inMessage(inner.message(), now)));
    }

    private static Optional<Duration> inMessage(String message, Instant now) {
        if (message == null) {
            return Optional.empty();
        }
        String head = message.substring(0, Math.min(message.length(), MessageText.WHOLE));
        return WaitText.advisedIn(head).or(() -> Moment.in(head).flatMap(at -> until(at, now)));
    }

    /** OpenRouter hands on the headers of its limits in the body. */
    private static Headers relayedHeaders(ErrorBody body) {
        JsonNode relayed = body.error().at(RELAYED_HEADERS);
        if (relayed.isEmpty()) {
            return Headers.none();
        }
        Map<String, List<String>> fields = new TreeMap<>();
        relayed.properties()
                .forEach(e -> fields.put(e.getKey(), List.of(e.getValue().asString(""))));
        return Headers.of(fields);
    }

    private static Optional<Duration> millis(String text) {
        return NUMBER.matcher(text).matches() ? seconds(new BigDecimal(text).movePointLeft(3)) : Optional.empty();
    }

    private static Optional<Duration> seconds(BigDecimal seconds) {
        BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
        long nanos = seconds.subtract(whole).movePointRight(9).longValue();
        return Optional.of(Duration.ofSeconds(whole.longValue(), nanos));
    }

    @SafeVarargs
    private static Optional<Duration> first(Supplier<Optional<Duration>>... forms) {
        for (Supplier<Optional<Duration>> form : forms) {
            Optional<Duration> found = form.get();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
