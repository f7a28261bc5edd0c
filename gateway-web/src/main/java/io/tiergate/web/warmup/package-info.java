/**
 * Warms the server up before it is ready: requests of its own, over its own port, through every layer that a real one passes,
 * against an upstream of its own, so that the first callers do not meet cold code. Entry: {@link io.tiergate.web.warmup.WarmUp}.
 * On where the system property {@code tiergate.warm_up} gives a time, as it does in the program.
 *
 * <p>Threads: one that conducts and one for each connection, all gone when the server is ready.
 */
package io.tiergate.web.warmup;
