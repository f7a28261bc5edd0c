/**
 * The state file of SPEC 7: what a restart must not forget. {@link io.tiergate.scheduler.state.PersistedState} is its value,
 * {@link io.tiergate.scheduler.state.StateFile} reads and replaces the file, {@link io.tiergate.scheduler.state.StateWriter}
 * decides when, on a thread of its own.
 *
 * <p>Imports Jackson and {@code .time}. Values are immutable; file and writer are thread-safe.
 */
package io.tiergate.scheduler.state;
