package io.tiergate.adapter.failure;

import io.tiergate.adapter.exchange.Headers;
import java.time.Instant;

/**
 * What was seen of a failed attempt: all that the classifier may look at.
 *
 * @param status the HTTP status; 0 where no answer came; 200 for an error inside an answer that began well
 * @param headers the answer's headers
 * @param body the answer's body, or the data of the in-stream error event; at most 64 KiB; empty where there is none
 * @param exception what ended the exchange, or null
 * @param phase how far it got
 * @param host the host of the source's base URL in lower case, for codes that mean different things at different providers
 * @param now the wall clock, for reset times that are given as dates
 */
public record FailureSignal(
        int status, Headers headers, byte[] body, Throwable exception, Phase phase, String host, Instant now) {
    private static final byte[] EMPTY = {};

    /** Returns the signal of an answer. */
    public static FailureSignal answer(
            int status, Headers headers, byte[] body, Phase phase, String host, Instant now) {
        return new FailureSignal(status, headers, body, null, phase, host, now);
    }

    /** Returns the signal of an exchange that an exception ended before an answer. */
    public static FailureSignal broken(Throwable exception, Phase phase, String host, Instant now) {
        return new FailureSignal(0, Headers.none(), EMPTY, exception, phase, host, now);
    }
}
