/**
 * The request log of SPEC 13. {@link io.tiergate.scheduler.log.RequestRecord} is what is known of one request at its end;
 * {@link io.tiergate.scheduler.log.RequestLog} writes records to a file, off the request's way.
 *
 * <p>Imports Jackson and {@code .time}. Records are immutable; the log is thread-safe.
 */
package io.tiergate.scheduler.log;
