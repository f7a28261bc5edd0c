package io.tiergate.scheduler.stream;

/** Turns an upstream's events into what the client gets. For one stream and one thread. */
interface EventTranslator {
    /** Appends to {@code out} what comes of one event and notes what it shows. The buffer is the caller's. */
    void event(String name, byte[] buffer, int offset, int length, ByteBuilder out);

    /** Appends what was held back until the body's end. */
    void end(ByteBuilder out);

    /** Returns what came so far. */
    StreamProgress progress();
}
