package io.tiergate.scheduler.config;

/** Whether sources may lie at loopback and private addresses (SPEC 14). In a file: the name in lower case. */
public enum PrivateAddresses {
    /** They may; the default, since local model servers are common. */
    ALLOW,
    /** They are refused. */
    DENY
}
