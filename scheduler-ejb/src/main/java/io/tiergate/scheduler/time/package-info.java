/**
 * The injected clock. {@link io.tiergate.scheduler.time.TimeSource} is the only way to the time; nothing outside this package
 * reads the system clock or sleeps (an ArchUnit test holds it). Imports the JDK only. Thread-safe.
 */
package io.tiergate.scheduler.time;
