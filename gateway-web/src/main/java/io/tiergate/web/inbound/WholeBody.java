package io.tiergate.web.inbound;

/**
 * The bytes of a whole answer. A type of its own, because a plain {@code byte[]} goes through the JAX-RS implementation's
 * asynchronous writer, which costs a request on a virtual thread more than writing (docs/performance.md).
 *
 * @param bytes shared, never changed
 */
public record WholeBody(byte[] bytes) {}
