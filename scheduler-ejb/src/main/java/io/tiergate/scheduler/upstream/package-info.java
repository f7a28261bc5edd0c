/**
 * One HTTP exchange with an upstream. {@link io.tiergate.scheduler.upstream.Upstream} is what the dispatcher needs;
 * {@link io.tiergate.scheduler.upstream.HttpUpstream} makes real calls with httpcore's blocking connections on the caller's
 * (virtual) thread, pooled by source.
 *
 * <p>Imports httpcore 5, {@code .source} and the adapter SPI's values. Thread-safe but for
 * {@link io.tiergate.scheduler.upstream.Exchange}, which one thread reads and any thread may abort.
 */
package io.tiergate.scheduler.upstream;
