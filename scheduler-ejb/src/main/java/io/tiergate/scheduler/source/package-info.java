/**
 * The sources as they run: {@link io.tiergate.scheduler.source.Source} holds one's configuration, its permits, its rate limit,
 * its keys and what is known of its models' health. {@link io.tiergate.scheduler.source.SourceRegistry} keeps that state while
 * configurations come and go.
 *
 * <p>Imports {@code .config}, {@code .health} and the adapter SPI. Thread-safe; no lock is shared by two sources.
 */
package io.tiergate.scheduler.source;
