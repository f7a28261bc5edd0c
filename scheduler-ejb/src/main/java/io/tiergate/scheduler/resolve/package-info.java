/**
 * From the model that a request names to the chain that serves it (SPEC 3). {@link io.tiergate.scheduler.resolve.ModelResolver} is
 * the entry; it is made once a configuration snapshot, so that a request costs one or two look-ups.
 *
 * <p>Imports {@code .chain}, {@code .source} and {@code .config}. Immutable and thread-safe.
 */
package io.tiergate.scheduler.resolve;
