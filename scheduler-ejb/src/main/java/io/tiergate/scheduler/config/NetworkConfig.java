package io.tiergate.scheduler.config;

import java.util.List;

/**
 * Who may be called, and who may call (SPEC 12 and 14).
 *
 * @param privateAddresses whether sources may lie at loopback and private addresses
 * @param allowedHosts values of Host, without a port, that the pages and the admin API answer to
 * @param corsOrigins origins that browsers may call the gateway from; empty: none
 */
public record NetworkConfig(PrivateAddresses privateAddresses, List<String> allowedHosts, List<String> corsOrigins) {
    private static final NetworkConfig DEFAULTS =
            new NetworkConfig(PrivateAddresses.ALLOW, List.of("localhost"), List.of());

    /** Copies. */
    public NetworkConfig {
        allowedHosts = List.copyOf(allowedHosts);
        corsOrigins = List.copyOf(corsOrigins);
    }

    /** Returns {@code ALLOW}, localhost and none. */
    public static NetworkConfig defaults() {
        return DEFAULTS;
    }
}
