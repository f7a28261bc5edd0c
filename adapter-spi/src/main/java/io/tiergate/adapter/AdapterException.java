package io.tiergate.adapter;

/**
 * An adapter could not convert: a script failed or went over a limit, or an upstream's answer has no form that the adapter
 * knows. The attempt fails; the source's next candidate is tried. The message names the adapter and the place, and no secret.
 */
public class AdapterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one with a message for the operator's log. */
    public AdapterException(String message) {
        super(message);
    }

    /** Makes one with a message for the operator's log and what caused it. */
    public AdapterException(String message, Throwable cause) {
        super(message, cause);
    }
}
