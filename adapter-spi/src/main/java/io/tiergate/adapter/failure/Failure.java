package io.tiergate.adapter.failure;

import java.time.Duration;
import java.util.Optional;

/**
 * Why an attempt did not serve its request: the only input that cooldown, quota and retry rules may read.
 *
 * @param failureClass its class
 * @param scope what cools down
 * @param status the upstream's HTTP status, or the one that its in-stream error names; 0 where there was none
 * @param phase how far the attempt got
 * @param timedOut whether one of our own limits ended it
 * @param retryAfter how long the upstream asked us to wait, or until its stated reset; never negative
 * @param message a short text for people, in one line, without secrets; the upstream's own where it gave one
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
}
