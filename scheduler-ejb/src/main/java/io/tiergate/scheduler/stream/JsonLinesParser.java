package io.tiergate.scheduler.stream;

/** One JSON document a line (NDJSON). Blank lines are skipped; events have no name. */
final class JsonLinesParser implements Framer {
    private final int limit;
    private final ByteBuilder line = new ByteBuilder();

    JsonLinesParser(int limit) {
        this.limit = limit;
    }

    @Override
    public void feed(byte[] buffer, int offset, int length, EventHandler handler) throws EventTooLongException {
        int from = offset;
        for (int i = offset; i < offset + length; i++) {
            if (buffer[i] == '\n') {
                line.append(buffer, from, i - from);
                dispatch(handler);
                from = i + 1;
            }
        }
        line.append(buffer, from, offset + length - from);
        if (line.length() > limit) {
            throw new EventTooLongException(limit);
        }
    }

    @Override
    public void end(EventHandler handler) {
        dispatch(handler);
    }

    private void dispatch(EventHandler handler) {
        for (int i = 0; i < line.length(); i++) {
            if (line.array()[i] > ' ' || line.array()[i] < 0) {
                handler.event("", line.array(), 0, line.length());
                break;
            }
        }
        line.clear();
    }
}
