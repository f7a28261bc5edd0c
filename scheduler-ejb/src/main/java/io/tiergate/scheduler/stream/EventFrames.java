package io.tiergate.scheduler.stream;

import java.nio.charset.StandardCharsets;

/** Writes events in the event-stream format. */
final class EventFrames {
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "event: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.US_ASCII);

    private EventFrames() {}

    /** Appends one event; each line of its data gets a data line. */
    static void append(ByteBuilder out, String name, byte[] buffer, int offset, int length) {
        if (!name.isEmpty()) {
            out.append(EVENT).append(name.getBytes(StandardCharsets.UTF_8)).append('\n');
        }
        int from = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            if (buffer[i] == '\n') {
                out.append(DATA).append(buffer, from, i - from).append('\n');
                from = i + 1;
            }
        }
        out.append(DATA).append(buffer, from, end - from).append('\n').append('\n');
    }

    /** Appends the terminal marker of the OpenAI dialects. */
    static void appendDone(ByteBuilder out) {
        out.append(DONE);
    }
}
