package io.tiergate.scheduler.stream;

import java.io.IOException;

/** An upstream's event is longer than {@code stream.max_event}. */
public final class EventTooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    EventTooLongException(int limit) {
        super("an event of the upstream's stream is longer than stream.max_event (" + limit + " bytes)");
    }
}
