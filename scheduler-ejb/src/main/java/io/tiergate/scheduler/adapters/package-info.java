/**
 * The adapters that sources can name. {@link io.tiergate.scheduler.adapters.AdapterCatalogue} is the entry: it holds the built-in
 * ones, found by ServiceLoader, and those of the adapter folder.
 *
 * <p>Imports the adapter SPI. A catalogue is immutable and thread-safe; a rescan makes a new one.
 */
package io.tiergate.scheduler.adapters;
