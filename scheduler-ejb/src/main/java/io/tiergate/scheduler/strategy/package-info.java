/**
 * How candidates inside one tier are ordered. {@link io.tiergate.scheduler.strategy.Strategy} is the entry; each class is one
 * strategy of SPEC section 4.
 *
 * <p>Imports {@code .chain}'s slots and {@code .score}. Stateless unless a class says otherwise; thread-safe.
 */
package io.tiergate.scheduler.strategy;
