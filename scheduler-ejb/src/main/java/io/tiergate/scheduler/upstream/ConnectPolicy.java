package io.tiergate.scheduler.upstream;

import java.io.IOException;
import java.net.InetAddress;

/** Which addresses may be connected to (SPEC 14). Thread-safe. */
@FunctionalInterface
public interface ConnectPolicy {
    /**
     * Returns the address to connect to: the very one that was checked.
     *
     * @throws IOException where the host has none, or none that is allowed
     */
    InetAddress resolve(String host) throws IOException;
}
