package io.tiergate.adapter.exchange;

import java.util.function.Consumer;

/** Reads one streamed answer. Holds the state of that answer; used by one thread at a time and never again after its end. */
public interface StreamReader {
    /**
     * Reads an event.
     *
     * @param out takes what comes of it, at once and on this thread: nothing, one or several events
     * @throws io.tiergate.adapter.AdapterException where the event has a form that it does not know; the event is skipped and
     *     counted
     */
    void event(StreamEvent event, Consumer<NeutralEvent> out);

    /** Says that the upstream's body ended. Whatever is still held back goes to {@code out}. */
    default void end(Consumer<NeutralEvent> out) {}
}
