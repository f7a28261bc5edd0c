/**
 * What limits use over time: a slot's tokens in a {@linkplain io.tiergate.scheduler.quota.Period period}, kept by
 * {@link io.tiergate.scheduler.quota.QuotaLedger}, and a source's requests and tokens in a minute, kept by
 * {@link io.tiergate.scheduler.quota.RateLimit}. Both are asked before an attempt, hold what they admitted, and are told once
 * how it ended.
 *
 * <p>Imports the configuration's records. Times are arguments: instants for periods, since their borders lie on the calendar;
 * nanoseconds of {@link io.tiergate.scheduler.time.TimeSource#nanoTime()} for rates. Thread-safe without locks: a state is an
 * immutable value, swapped by compare-and-set.
 */
package io.tiergate.scheduler.quota;
