package io.tiergate.scheduler.stream;

import io.tiergate.adapter.exchange.Json;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What has come of one stream so far. Mutable; for one thread. */
final class StreamProgress {
    /** What is kept of an in-stream error for the classifier, as for an error answer's body. */
    private static final int MAX_ERROR = 64 << 10;

    private final ChatFacts facts = new ChatFacts();
    private boolean done;
    private byte[] error;
    private int errorStatus;
    private int malformed;

    ChatFacts facts() {
        return facts;
    }

    /** Returns whether the upstream wrote its terminal marker. */
    boolean done() {
        return done;
    }

    void sawDone() {
        done = true;
    }

    /** Returns the upstream's error event, or null. */
    byte[] error() {
        return error;
    }

    /** Returns the HTTP status that the error event names, or 0. */
    int errorStatus() {
        return errorStatus;
    }

    void sawError(int status, byte[] buffer, int offset, int length) {
        errorStatus = status;
        error = Arrays.copyOfRange(buffer, offset, offset + Math.min(length, MAX_ERROR));
    }

    /** Returns how many events were skipped because they were no JSON. */
    int malformed() {
        return malformed;
    }

    void sawMalformed() {
        malformed++;
    }

    /** Returns whether nothing more is read from the upstream. */
    boolean over() {
        return done || error != null;
    }

    /** Returns the tree of an event, or null where it is no JSON. */
    static JsonNode treeOf(byte[] buffer, int offset, int length) {
        try {
            return Json.mapper().readTree(buffer, offset, length);
        } catch (JacksonException e) {
            return null;
        }
    }
}
