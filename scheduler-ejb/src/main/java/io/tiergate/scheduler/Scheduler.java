package io.tiergate.scheduler;

import jakarta.ejb.Local;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The scheduler as the web module sees it. Thread-safe. */
@Local
public interface Scheduler {
    /** Serves a request; blocks until its answer, or the first event of it, is in hand. Call it on a virtual thread. */
    Outcome dispatch(GatewayRequest request);

    /**
     * Opens a scheduler beside the real one, with its own two sources at this address, for the requests that warm the server up
     * before it is ready: they take the way of a real request and touch nothing of it. Closed by {@link #endWarmUp}.
     */
    void beginWarmUp(URI upstream);

    /** Serves a request of the warm-up as {@link #dispatch} would; refused where none is open. */
    Optional<Outcome> dispatchWarmUp(GatewayRequest request);

    /** Ends the warm-up. */
    void endWarmUp();

    /** Returns the names that a client may call at any endpoint, once each. */
    List<String> models();

    /** Returns whether it has a configuration and is not draining. */
    boolean ready();
}
