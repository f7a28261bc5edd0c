package io.tiergate.ear.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads an event stream by the standard, and keeps its bytes and lines as they came. For one thread. */
public final class EventReader {
    /**
     * One event.
     *
     * @param name its {@code event} field, "" for none
     * @param data its data lines, joined by line feeds
     */
    public record Event(String name, String data) {}

    private final InputStream in;
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
    private final List<String> lines = new ArrayList<>();
    private boolean lastWasReturn;
    private Optional<IOException> cut = Optional.empty();

    EventReader(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /** Returns the next event, or empty at the end of the body. */
    public Optional<Event> next() {
        String name = "";
        StringBuilder data = null;
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            String text = line.get();
            if (text.isEmpty()) {
                if (data != null) {
                    return Optional.of(new Event(name, data.toString()));
                }
                name = "";
            } else if (text.startsWith("event:")) {
                name = value(text);
            } else if (text.startsWith("data:")) {
                data = data == null ? new StringBuilder() : data.append('\n');
                data.append(value(text));
            }
        }
        return Optional.empty();
    }

    /** Returns the body's bytes read so far. */
    public byte[] raw() {
        return raw.toByteArray();
    }

    /** Returns the lines read so far, comments and empty lines included. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Returns why the body ended without its mark, or empty where it has not ended or ended as it should. */
    public Optional<IOException> cut() {
        return cut;
    }

    private Optional<String> line() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            while (true) {
                int next = in.read();
                if (next < 0) {
                    return Optional.empty();
                }
                raw.write(next);
                boolean feedOfPair = lastWasReturn && next == '\n';
                lastWasReturn = next == '\r';
                if (feedOfPair) {
                    continue;
                }
                if (next == '\n' || next == '\r') {
                    String text = line.toString(StandardCharsets.UTF_8);
                    lines.add(text);
                    return Optional.of(text);
                }
                line.write(next);
            }
        } catch (IOException e) {
            cut = Optional.of(e);
            return Optional.empty();
        }
    }

    private static String value(String line) {
        String value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }
}
