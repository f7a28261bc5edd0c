package io.tiergate.scheduler;

import java.io.OutputStream;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** What came of a request. */
public sealed interface Outcome {
    /** Returns the way it went. */
    Route route();

    /**
     * A whole answer.
     *
     * @param contentType its content type
     * @param body its bytes; shared, never changed
     */
    record Answered(Route route, String contentType, byte[] body) implements Outcome {}

    /**
     * A streamed answer whose first real event is in hand.
     *
     * @param stream what sends it; must be called exactly once, or abandoned
     */
    record Streaming(Route route, AnswerStream stream) implements Outcome {}

    /**
     * An error.
     *
     * @param error what to tell the client, in the shape of its dialect
     */
    record Refused(Route route, GatewayError error) implements Outcome {}

    /** The client left; nobody reads an answer. */
    record ClientGone(Route route) implements Outcome {}

    /** Sends a streamed answer. For one thread. */
    interface AnswerStream {
        /**
         * Writes the answer, flushing after each event, until it is whole, the upstream fails or the client leaves; blocks. The
         * stream is not closed. Never throws for a client that left.
         */
        void writeTo(OutputStream client);

        /** Gives everything back without sending; for a client that left before the first byte. */
        void abandon();
    }

    /**
     * An error as every dialect can show it.
     *
     * @param status the HTTP status
     * @param type the error's type in OpenAI terms, such as {@code invalid_request_error}
     * @param code its stable code, or null
     * @param message for people
     * @param param the parameter at fault, or null
     * @param retryAfter seconds until it is worth asking again, or empty
     * @param tiers the summary of every tier, or null
     */
    record GatewayError(
            int status,
            String type,
            String code,
            String message,
            String param,
            OptionalLong retryAfter,
            JsonNode tiers) {
        /** Returns a fault of the caller. */
        public static GatewayError callerFault(int status, String code, String message, String param) {
            return new GatewayError(status, "invalid_request_error", code, message, param, OptionalLong.empty(), null);
        }
    }
}
