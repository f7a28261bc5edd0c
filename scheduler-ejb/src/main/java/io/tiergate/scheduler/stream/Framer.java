package io.tiergate.scheduler.stream;

import java.io.IOException;

/** Cuts the bytes of a stream into events, however the network split them. For one stream and one thread. */
interface Framer {
    /**
     * Reads the next bytes.
     *
     * @throws EventTooLongException where an event grows over the limit
     */
    void feed(byte[] buffer, int offset, int length, EventHandler handler) throws IOException;

    /** Says that the body ended: an event that was not closed by an empty line is given out too. */
    void end(EventHandler handler) throws IOException;
}
