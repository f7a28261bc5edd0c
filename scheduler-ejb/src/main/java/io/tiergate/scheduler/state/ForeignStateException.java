package io.tiergate.scheduler.state;

/** The bytes are no state file of this version. The message names the place and never quotes what stands there. */
final class ForeignStateException extends Exception {
    private static final long serialVersionUID = 1L;

    ForeignStateException(String message) {
        super(message);
    }
}
