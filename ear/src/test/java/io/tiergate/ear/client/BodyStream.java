package io.tiergate.ear.client;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The body of an answer without its framing. Ends with an {@link EOFException} where the connection ends before the body does. */
final class BodyStream extends InputStream {
    /** A body that ends with the connection. */
    static final long UNTIL_CLOSE = -1;

    /** A body in chunks. */
    static final long CHUNKED = -2;

    private final InputStream wire;
    private final boolean chunked;
    private final boolean endsWithConnection;
    private long left;
    private boolean atFirstChunk = true;
    private boolean ended;

    /**
     * Reads a body from behind its head.
     *
     * @param length its length in bytes, {@link #UNTIL_CLOSE} or {@link #CHUNKED}
     */
    BodyStream(InputStream wire, long length) {
        this.wire = wire;
        this.chunked = length == CHUNKED;
        this.endsWithConnection = length == UNTIL_CLOSE;
        this.left = chunked ? 0 : endsWithConnection ? Long.MAX_VALUE : length;
        this.ended = length == 0;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (ended || (chunked && left == 0 && !nextChunk())) {
            return -1;
        }
        int got = wire.read(into, offset, (int) Math.min(length, left));
        if (got < 0) {
            ended = true;
            if (endsWithConnection) {
                return -1;
            }
            throw new EOFException("the connection ended before the body");
        }
        left -= got;
        ended = !chunked && left == 0;
        return got;
    }

    private boolean nextChunk() throws IOException {
        if (!atFirstChunk) {
            line(wire);
        }
        atFirstChunk = false;
        left = Long.parseLong(line(wire).split(";", 2)[0].strip(), 16);
        if (left == 0) {
            line(wire);
            ended = true;
        }
        return !ended;
    }

    /** Returns the next line of a head, without its end. */
    static String line(InputStream wire) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = wire.read(); next != '\n'; next = wire.read()) {
            if (next < 0) {
                throw new EOFException(
                        "the connection ended after \"" + line.toString(StandardCharsets.ISO_8859_1) + "\"");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
