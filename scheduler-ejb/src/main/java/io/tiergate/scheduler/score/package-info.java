/**
 * The one score of SPEC section 8. {@link io.tiergate.scheduler.score.Scorer} is the entry.
 *
 * <p>Imports {@code .chain}'s slots and {@code .config}. Pure and thread-safe.
 */
package io.tiergate.scheduler.score;
