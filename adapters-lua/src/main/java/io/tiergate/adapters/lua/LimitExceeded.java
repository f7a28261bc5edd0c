package io.tiergate.adapters.lua;

/**
 * A script went over one of its {@link Limits}. An Error and not an exception: nothing that a script can call catches it, so that
 * {@code pcall} cannot keep an endless loop alive.
 */
final class LimitExceeded extends Error {
    private static final long serialVersionUID = 1L;

    private String position;

    LimitExceeded(String what) {
        super(what, null, false, false);
    }

    /** Notes where it happened: {@code file:line}. The innermost function's note stands. */
    void at(String fileAndLine) {
        if (position == null) {
            position = fileAndLine;
        }
    }

    /** Returns {@code file:line}, or null where the host's own code was at work. */
    String position() {
        return position;
    }
}
