package io.tiergate.adapter;

/** The version of this SPI. A major step breaks adapters; a jar built against a newer major is refused when it is loaded. */
public final class AdapterSpi {
    /**
     * The major version. The compiler copies this constant into the class that names it, so that a factory which returns it
     * from {@link AdapterFactory#spiMajor()} says what it was built against.
     */
    public static final int MAJOR = 1;

    private AdapterSpi() {}
}
