package io.tiergate.scheduler.stream;

/** Takes the events that a parser finds. */
interface EventHandler {
    /**
     * Takes one event.
     *
     * @param name its name, "" where it had none
     * @param buffer holds its data from {@code offset}, {@code length} bytes; valid during the call only
     */
    void event(String name, byte[] buffer, int offset, int length);
}
