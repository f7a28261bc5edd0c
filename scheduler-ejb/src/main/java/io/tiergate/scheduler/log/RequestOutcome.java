package io.tiergate.scheduler.log;

import java.util.Locale;

/** How a request ended. */
public enum RequestOutcome {
    /** The client got its answer. */
    SERVED,
    /** Attempts were made and none served. */
    FAILED,
    /** It was refused without an attempt. */
    REFUSED,
    /** The client left. */
    CANCELLED,
    /** The answer broke off after content was sent. */
    CUT;

    private final String id = name().toLowerCase(Locale.ROOT);

    /** Returns its name in the log. */
    public String id() {
        return id;
    }
}
