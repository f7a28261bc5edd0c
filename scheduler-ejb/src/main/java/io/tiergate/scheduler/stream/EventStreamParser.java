package io.tiergate.scheduler.stream;

import java.nio.charset.StandardCharsets;

/**
 * The event-stream format of the HTML standard, on bytes: LF, CRLF or CR end a line, in any split; at most one blank after the
 * colon is dropped; several data lines are joined by LF; a byte order mark at the start, comments and unknown fields are
 * skipped. An event without data, or whose data starts with a colon (a comment that somebody wrapped), is none.
 *
 * <p>Data that lies in one piece in the caller's buffer is handed on from there, without a copy.
 */
final class EventStreamParser implements Framer {
    private final int limit;
    private final ByteBuilder line = new ByteBuilder();
    private final ByteBuilder data = new ByteBuilder();
    private boolean hasData;
    private byte[] inPlace;
    private int inPlaceOffset;
    private int inPlaceLength;
    private String name = "";
    private boolean skipLineFeed;
    private boolean atStart = true;

    /** Makes a parser. {@code limit} is the most bytes of an event. */
    EventStreamParser(int limit) {
        this.limit = limit;
    }

    @Override
    public void feed(byte[] buffer, int offset, int length, EventHandler handler) throws EventTooLongException {
        int end = offset + length;
        int from = offset;
        if (skipLineFeed && from < end) {
            skipLineFeed = false;
            if (buffer[from] == '\n') {
                from++;
            }
        }
        for (int i = from; i < end; i++) {
            byte b = buffer[i];
            if (b != '\n' && b != '\r') {
                continue;
            }
            endOfLine(buffer, from, i - from, handler);
            if (b == '\r') {
                if (i + 1 == end) {
                    skipLineFeed = true;
                } else if (buffer[i + 1] == '\n') {
                    i++;
                }
            }
            from = i + 1;
        }
        if (from < end) {
            line.append(buffer, from, end - from);
            check(line.length());
        }
        copyInPlace();
    }

    @Override
    public void end(EventHandler handler) throws EventTooLongException {
        if (!line.isEmpty()) {
            endOfLine(line.array(), 0, 0, handler);
        }
        dispatch(handler);
    }

    private void endOfLine(byte[] buffer, int offset, int length, EventHandler handler) throws EventTooLongException {
        if (line.isEmpty()) {
            line(buffer, offset, length, true, handler);
        } else {
            line.append(buffer, offset, length);
            line(line.array(), 0, line.length(), false, handler);
            line.clear();
        }
    }

    private void line(byte[] buffer, int offset, int length, boolean inCallersBuffer, EventHandler handler)
            throws EventTooLongException {
        int from = offset;
        int end = offset + length;
        if (atStart) {
            atStart = false;
            if (length >= 3
                    && buffer[from] == (byte) 0xEF
                    && buffer[from + 1] == (byte) 0xBB
                    && buffer[from + 2] == (byte) 0xBF) {
                from += 3;
            }
        }
        if (from == end) {
            dispatch(handler);
            return;
        }
        int colon = from;
        while (colon < end && buffer[colon] != ':') {
            colon++;
        }
        int value = Math.min(end, colon + 1);
        if (value < end && buffer[value] == ' ') {
            value++;
        }
        if (is(buffer, from, colon, "data")) {
            addData(buffer, value, end - value, inCallersBuffer);
        } else if (is(buffer, from, colon, "event")) {
            name = new String(buffer, value, end - value, StandardCharsets.UTF_8);
        }
    }

    private void addData(byte[] buffer, int offset, int length, boolean inCallersBuffer) throws EventTooLongException {
        if (!hasData && inCallersBuffer) {
            inPlace = buffer;
            inPlaceOffset = offset;
            inPlaceLength = length;
            check(length);
        } else {
            copyInPlace();
            if (hasData) {
                data.append('\n');
            }
            data.append(buffer, offset, length);
            check(data.length());
        }
        hasData = true;
    }

    private void copyInPlace() {
        if (inPlace != null) {
            data.append(inPlace, inPlaceOffset, inPlaceLength);
            inPlace = null;
        }
    }

    private void dispatch(EventHandler handler) {
        byte[] bytes = inPlace == null ? data.array() : inPlace;
        int offset = inPlace == null ? 0 : inPlaceOffset;
        int length = inPlace == null ? data.length() : inPlaceLength;
        String eventName = name;
        boolean isEvent = hasData && length > 0 && bytes[offset] != ':';
        hasData = false;
        inPlace = null;
        name = "";
        if (isEvent) {
            handler.event(eventName, bytes, offset, length);
        }
        data.clear();
    }

    private void check(int length) throws EventTooLongException {
        if (length > limit) {
            throw new EventTooLongException(limit);
        }
    }

    private static boolean is(byte[] buffer, int from, int to, String word) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (buffer[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
