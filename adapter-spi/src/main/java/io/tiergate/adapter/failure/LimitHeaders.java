package io.tiergate.adapter.failure;

import io.tiergate.adapter.exchange.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The headers in which vendors show their limits. They come with every answer, good ones too, so that a reset only counts
 * where its limit is used up.
 */
final class LimitHeaders {
    /**
     * One limit.
     *
     * @param remaining the header with what is left
     * @param reset the header with its reset
     * @param meantAlone whether a reset without a remainder counts: some send it with refusals only
     */
    private record Limit(String remaining, String reset, boolean meantAlone) {}

    /** OpenAI, Groq, Azure, Kimi, OpenRouter, and the IETF's draft. */
    private static final List<Limit> LIMITS = List.of(
            new Limit("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests", false),
            new Limit("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens", false),
            new Limit("x-ratelimit-remaining", "x-ratelimit-reset", true),
            new Limit("x-ratelimit-remaining", "x-ratelimit-reset-after", true),
            new Limit("ratelimit-remaining", "ratelimit-reset", true));

    private static final List<Limit> ANTHROPIC =
            List.of(anthropic("requests"), anthropic("tokens"), anthropic("input-tokens"), anthropic("output-tokens"));

    private static final String UNIFIED = "anthropic-ratelimit-unified-";

    private LimitHeaders() {}

    private static Limit anthropic(String bucket) {
        return new Limit(
                "anthropic-ratelimit-" + bucket + "-remaining", "anthropic-ratelimit-" + bucket + "-reset", false);
    }

    /** Returns the wait until the last of the limits that are used up is reset. */
    static Optional<Duration> usedUp(Headers headers, Instant now) {
        return latest(waits(headers, now, LIMITS, true))
                .or(() -> latest(waits(headers, now, ANTHROPIC, true)))
                // Anthropic may round what remains: then the limit that is reset next is meant.
                .or(() -> waits(headers, now, ANTHROPIC, false).stream().min(Comparator.naturalOrder()));
    }

    /** Returns the wait until the last of the rejected windows of an Anthropic subscription is reset. */
    static Optional<Duration> subscription(Headers headers, Instant now) {
        List<Duration> waits = new ArrayList<>();
        headers.asMap().keySet().stream()
                .filter(name ->
                        name.startsWith(UNIFIED) && name.endsWith("-status") && !name.equals(UNIFIED + "status"))
                .filter(name -> isRejected(headers, name))
                .map(name -> name.substring(0, name.length() - "status".length()) + "reset")
                .forEach(reset -> wait(headers, reset, now).ifPresent(waits::add));
        if (waits.isEmpty() && isRejected(headers, UNIFIED + "status")) {
            return wait(headers, UNIFIED + "reset", now);
        }
        return latest(waits);
    }

    private static boolean isRejected(Headers headers, String name) {
        return headers.first(name).map("rejected"::equalsIgnoreCase).orElse(false);
    }

    private static List<Duration> waits(Headers headers, Instant now, List<Limit> limits, boolean usedUpOnly) {
        return limits.stream()
                .filter(limit -> !usedUpOnly || isUsedUp(headers, limit))
                .flatMap(limit -> wait(headers, limit.reset(), now).stream())
                .toList();
    }

    private static boolean isUsedUp(Headers headers, Limit limit) {
        return headers.first(limit.remaining())
                .map(left -> left.strip().equals("0"))
                .orElse(limit.meantAlone());
    }

    private static Optional<Duration> wait(Headers headers, String name, Instant now) {
        return headers.first(name).flatMap(value -> RetryAfter.parse(value, now));
    }

    private static Optional<Duration> latest(List<Duration> waits) {
        return waits.stream().max(Comparator.naturalOrder());
    }
}
