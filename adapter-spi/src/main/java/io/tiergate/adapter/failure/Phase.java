package io.tiergate.adapter.failure;

/** How far an attempt got. */
public enum Phase {
    /** The connection was not made: refused, unreachable, name unknown, TLS failed, or connect timeout. */
    CONNECT,
    /** The request was sent, or being sent; no byte of an answer came. */
    HEADERS,
    /** The answer's headers came; no content yet. */
    FIRST_EVENT,
    /** Content came. */
    BODY
}
