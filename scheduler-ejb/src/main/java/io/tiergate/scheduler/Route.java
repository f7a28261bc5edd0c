package io.tiergate.scheduler;

/**
 * Which way a request went, for the response headers.
 *
 * @param source the source that served it or was tried last, "" where none was
 * @param model that source's published model id, "" where there was none
 * @param attempts how many upstream calls were made
 */
public record Route(String source, String model, int attempts) {
    /** Nothing was tried. */
    public static final Route NONE = new Route("", "", 0);
}
