/**
 * The relay of a streamed answer (SPEC 9). {@link io.tiergate.scheduler.stream.StreamRelay} is the entry: it holds the client
 * back until the first real event, then passes events on. {@link io.tiergate.scheduler.stream.EventStreamParser} cuts bytes into
 * events; an {@link io.tiergate.scheduler.stream.EventTranslator} turns an upstream's event into what the client gets.
 *
 * <p>Imports {@code .upstream}, {@code .time} and the adapter SPI. A relay and its parts belong to one response and one thread.
 */
package io.tiergate.scheduler.stream;
