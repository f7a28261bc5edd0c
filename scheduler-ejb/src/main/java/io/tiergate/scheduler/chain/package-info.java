/**
 * Chains as they run. A {@link io.tiergate.scheduler.chain.ChainWalk} is one request's way through a
 * {@link io.tiergate.scheduler.chain.Chain}: it gives the next {@link io.tiergate.scheduler.chain.Admission}, tier by tier, and at
 * the end the report of what was tried and what was passed over.
 *
 * <p>Imports {@code .source}, {@code .health}, {@code .strategy} and {@code .config}. A walk belongs to one request and one
 * thread; chains are immutable and shared.
 */
package io.tiergate.scheduler.chain;
