package io.tiergate.scheduler.upstream;

import io.tiergate.adapter.failure.Phase;
import java.io.IOException;

/** No answer came. */
public final class UpstreamException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Phase phase;

    /** Makes one. {@code phase} says how far the call got. */
    public UpstreamException(Phase phase, Exception cause) {
        super(cause);
        this.phase = phase;
    }

    /** Returns how far the call got. */
    public Phase phase() {
        return phase;
    }
}
