package io.tiergate.scheduler.config;

/** What is done for a stream whose source fails after content was sent (SPEC 9). In a file: the name in lower case. */
public enum RescueKind {
    /** The error event; the default. */
    OFF,
    /** Nothing is sent before the answer is whole, so that a failure never shows. */
    HOLD,
    /** The next candidate answers again; its text is spliced in where it begins with what was sent. */
    RESTART,
    /** What was sent goes as a prefill to a source that takes one; else as {@link #RESTART}. */
    CONTINUE
}
