package io.tiergate.adapter;

import java.util.List;

/**
 * Makes adapters. Found by {@link java.util.ServiceLoader}: name the implementing class, which needs a public constructor
 * without arguments, in {@code META-INF/services/io.tiergate.adapter.AdapterFactory} of a jar in the adapter folder.
 */
public interface AdapterFactory {
    /** Returns {@link AdapterSpi#MAJOR}, written as exactly that constant. A factory that returns more than the host's is refused. */
    int spiMajor();

    /** Returns the adapters of this jar, made once when it is loaded. Each id must be its own. */
    List<Adapter> adapters();
}
