package io.tiergate.adapter.failure;

import java.time.Duration;
import java.util.Optional;

/**
 * Why an attempt did not serve its request: the only input that cooldown, quota and retry rules may read.
 *
 * @param failureClass its class
 * @param scope what cools down
 * @param status the upstream's HTTP status, or for an error inside a 200 the one that it names, else the one that fits the class; 0
 *     where no answer came
 * @param phase how far the attempt got
 * @param timedOut whether one of our own limits ended it
 * @param retryAfter how long the upstream asked us to wait, or until its stated reset; never negative
 * @param message a text for people without secrets; the upstream's own where it gave one. One line of at most 300 characters, but
 *     for the classes whose error goes to the client, which keep the upstream's text: see {@link #summary()}
 * @param type the upstream's {@code error.type}, or null
 * @param code the upstream's {@code error.code} as text, or null
 * @param param the upstream's {@code error.param}, or null
 */
public record Failure(
        FailureClass failureClass,
        FailureScope scope,
        int status,
        Phase phase,
        boolean timedOut,
        Optional<Duration> retryAfter,
        String message,
        String type,
        String code,
        String param) {
    /** Returns a failure of our own making that carries no answer of the upstream. */
    public static Failure of(FailureClass failureClass, FailureScope scope, Phase phase, String message) {
        return new Failure(failureClass, scope, 0, phase, false, Optional.empty(), message, null, null, null);
    }

    /** Returns the message as one line of at most 300 characters, for logs and lists of attempts. */
    public String summary() {
        return MessageText.line(message);
    }

    /**
     * Returns whether it came so fast that the same source may be asked again (SPEC section 5): the connection was not made or
     * was reset before an answer, or the upstream answered 500, 502, 503 or 529. Never after a timeout or once content came.
     */
    public boolean quick() {
        if (failureClass != FailureClass.TRANSPORT || timedOut || phase == Phase.BODY) {
            return false;
        }
        return switch (status) {
            case 0 -> phase == Phase.CONNECT || phase == Phase.HEADERS;
            case 500, 502, 503, 529 -> true;
            default -> false;
        };
    }
}
