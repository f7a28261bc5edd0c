package io.tiergate.scheduler;

import jakarta.ejb.Local;
import java.util.List;

/** The scheduler as the web module sees it. Thread-safe. */
@Local
public interface Scheduler {
    /** Serves a request; blocks until its answer, or the first event of it, is in hand. Call it on a virtual thread. */
    Outcome dispatch(GatewayRequest request);

    /** Returns the names that a client may call at any endpoint, once each. */
    List<String> models();

    /** Returns whether it has a configuration and is not draining. */
    boolean ready();
}
