package io.tiergate.web.inbound;

import jakarta.ws.rs.ClientErrorException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads a request's body within the bounds of SPEC 14: 32 MiB after decompression. */
final class RequestBytes {
    /** Longest body, decompressed (SPEC 14). */
    static final int MAX = 32 << 20;

    private RequestBytes() {}

    /**
     * Returns the body.
     *
     * @param length its length by the header, -1 where none was given
     * @param encoding its content encoding, or null
     * @throws ClientErrorException 413 where it is too long, 415 for an encoding but gzip, 400 where it is cut short
     */
    static byte[] read(InputStream in, int length, String encoding) throws IOException {
        String coding = encoding == null ? "" : encoding.strip().toLowerCase(Locale.ROOT);
        return switch (coding) {
            case "", "identity" -> plain(in, length);
            case "gzip" -> gzip(in);
            default -> throw new ClientErrorException(415);
        };
    }

    private static byte[] plain(InputStream in, int length) throws IOException {
        if (length > MAX) {
            throw new ClientErrorException(413);
        }
        if (length < 0) {
            return limited(in);
        }
        byte[] body = new byte[Math.min(length, 64 << 10)];
        int n = 0;
        while (n < length) {
            if (n == body.length) { // grows with what came, not with what a header promises
                body = Arrays.copyOf(body, (int) Math.min(length, 4L * body.length));
            }
            int read = in.read(body, n, body.length - n);
            if (read < 0) {
                throw new ClientErrorException(400);
            }
            n += read;
        }
        return body.length == length ? body : Arrays.copyOf(body, length);
    }

    private static byte[] gzip(InputStream in) throws IOException {
        try (GZIPInputStream unzipped = new GZIPInputStream(in)) {
            return limited(unzipped);
        } catch (ZipException | EOFException e) {
            throw new ClientErrorException(400, e);
        }
    }

    private static byte[] limited(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream(8 << 10);
        byte[] buffer = new byte[8 << 10];
        int n;
        while ((n = in.read(buffer)) >= 0) {
            body.write(buffer, 0, n);
            if (body.size() > MAX) {
                throw new ClientErrorException(413);
            }
        }
        return body.toByteArray();
    }
}
