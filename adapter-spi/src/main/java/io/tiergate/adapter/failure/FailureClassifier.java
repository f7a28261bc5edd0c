package io.tiergate.adapter.failure;

import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Turns what was seen of a failed attempt into a {@link Failure}: the one place that reads statuses, headers, bodies and
 * exceptions. The order is: what the adapter says, codes that decide alone, words, codes that only name a status, the status.
 * docs/failure-classes.md shows what becomes of some eight hundred answers of thirty providers.
 *
 * <p>Pure and thread-safe. Its cost is bounded by the 64 KiB of a body that it reads.
 */
public final class FailureClassifier {
    private FailureClassifier() {}

    /**
     * Returns the failure that a signal shows.
     *
     * @param adapterSays the adapter's own reading, which wins over the rules; they still give all but the class
     */
    public static Failure classify(FailureSignal signal, Optional<FailureClass> adapterSays) {
        if (signal.exception() != null && signal.status() < 300) {
            return broken(signal, adapterSays);
        }
        ErrorBody body = ErrorBody.read(signal.body(), signal.headers());
        Evidence seen = Evidence.of(body, signal.status(), signal.host());
        Verdict ruled = AnswerRules.decide(signal, body, seen);
        Verdict verdict = adapterSays.map(ruled::as).orElse(ruled);
        return new Failure(
                verdict.failureClass(),
                verdict.scope(),
                reportedStatus(signal.status(), seen.status(), verdict.failureClass()),
                signal.phase(),
                false,
                advice(verdict, signal, body),
                message(verdict.failureClass(), signal, body),
                clean(body.type(), signal.host()),
                clean(body.code(), signal.host()),
                clean(body.param(), signal.host()));
    }

    /**
     * Returns whether this JSON is an error although it came with a 200: as a whole body, or as the data of an event in a
     * stream. Looks at a few fields of the outermost object, so that it may be asked of every event. A finish reason, a
     * {@code null} error and an error of a tool inside the content make none.
     */
    public static boolean looksLikeError(JsonNode bodyOrEventData) {
        return ErrorShapes.match(bodyOrEventData);
    }

    private static Failure broken(FailureSignal signal, Optional<FailureClass> adapterSays) {
        BrokenExchange seen = BrokenExchange.of(signal.exception(), signal.phase());
        Verdict ruled = Verdict.of(seen.cancelled() ? FailureClass.CLIENT_GONE : FailureClass.TRANSPORT);
        Verdict verdict = adapterSays.map(ruled::as).orElse(ruled);
        return new Failure(
                verdict.failureClass(),
                verdict.scope(),
                signal.status(),
                signal.phase(),
                seen.timedOut(),
                Optional.empty(),
                seen.message(),
                null,
                null,
                null);
    }

    private static int reportedStatus(int httpStatus, int judgedStatus, FailureClass failureClass) {
        if (httpStatus >= 300) {
            return httpStatus;
        }
        return judgedStatus != 0 ? judgedStatus : StatusDefaults.fitting(failureClass);
    }

    private static Optional<Duration> advice(Verdict verdict, FailureSignal signal, ErrorBody body) {
        if (verdict.resetsAtMidnightIn() != null) {
            return Optional.of(RetryAfter.untilMidnight(signal.now(), verdict.resetsAtMidnightIn()));
        }
        return switch (verdict.failureClass()) {
            case TRANSPORT -> RetryAfter.named(signal.headers(), body, signal.now());
            case RATE_LIMITED, QUOTA_USED_UP -> RetryAfter.namedOrLimits(signal.headers(), body, signal.now());
            case CREDENTIALS,
                    FREE_TIER_USED_UP,
                    MODEL_MISSING,
                    CONTEXT_TOO_LONG,
                    CONTENT_FILTERED,
                    CALLER_FAULT,
                    CLIENT_GONE -> Optional.empty();
        };
    }

    private static String message(FailureClass failureClass, FailureSignal signal, ErrorBody body) {
        String said = body.form() == AnswerBody.Form.WEB_PAGE ? null : body.tellingMessage();
        if (said == null || said.isBlank()) {
            return AnswerRules.ownMessage(signal.status(), body.form());
        }
        String cleaned = Redaction.of(MessageText.whole(said), signal.host());
        return switch (failureClass) {
            // These go to the client as the upstream said them (scenario S09).
            case CALLER_FAULT, CONTEXT_TOO_LONG, CONTENT_FILTERED -> cleaned;
            case TRANSPORT, CREDENTIALS, RATE_LIMITED, QUOTA_USED_UP, FREE_TIER_USED_UP, MODEL_MISSING, CLIENT_GONE ->
                MessageText.line(cleaned);
        };
    }

    private static String clean(String field, String host) {
        return field == null ? null : Redaction.of(MessageText.line(field), host);
    }
}
