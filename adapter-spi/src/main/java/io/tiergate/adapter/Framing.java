package io.tiergate.adapter;

/** How a streamed answer is cut into events before a {@link io.tiergate.adapter.exchange.StreamReader} sees them. */
public enum Framing {
    /** The event-stream format of the HTML standard. */
    EVENT_STREAM,
    /** One JSON document a line (NDJSON); blank lines are skipped and events have no name. */
    JSON_LINES
}
