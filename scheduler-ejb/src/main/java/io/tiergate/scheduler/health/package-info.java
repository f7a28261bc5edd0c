/**
 * What is known of a source's model: its {@linkplain io.tiergate.scheduler.health.Cooldown cooldown} and its
 * {@linkplain io.tiergate.scheduler.health.SuccessWindow success window}. {@link io.tiergate.scheduler.health.SlotHealth} is the
 * entry: it is asked whether a request may go there and told how the attempt ended.
 *
 * <p>Imports the configuration's records and the adapter SPI's failures. Times are arguments, in nanoseconds of
 * {@link io.tiergate.scheduler.time.TimeSource#nanoTime()}. Thread-safe without locks: a state is an immutable value, swapped by
 * compare-and-set.
 */
package io.tiergate.scheduler.health;
