package io.tiergate.ear.client;

import io.tiergate.adapter.exchange.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One request on a connection of its own, and its answer as it comes. {@link #close} before the end is a client that goes away. For
 * one thread; every read waits at most 30 s.
 */
public final class Call implements AutoCloseable {
    private record Header(String name, String value) {}

    private static final int READ_WITHIN_MS = 30_000;

    private final Socket socket;
    private final long sentAt;
    private final InputStream wire;
    private final int status;
    private final List<Header> headers = new ArrayList<>();
    private final InputStream body;
    private Duration headAfter;
    private EventReader events;

    private Call(Socket socket, long sentAt) throws IOException {
        this.socket = socket;
        this.sentAt = sentAt;
        wire = new BufferedInputStream(socket.getInputStream());
        status = Integer.parseInt(BodyStream.line(wire).split(" ", 3)[1]);
        headAfter = Duration.ofNanos(System.nanoTime() - sentAt);
        for (String line = BodyStream.line(wire); !line.isEmpty(); line = BodyStream.line(wire)) {
            String[] parts = line.split(":", 2);
            headers.add(new Header(parts[0].toLowerCase(Locale.ROOT), parts[1].strip()));
        }
        body = new BodyStream(wire, bodyLength());
    }

    /** A request that was sent and whose answer nobody waits for yet. */
    public static final class Sent implements AutoCloseable {
        private final Socket socket;
        private final long sentAt;

        private Sent(Socket socket, long sentAt) {
            this.socket = socket;
            this.sentAt = sentAt;
        }

        /** Waits for the head of the answer. */
        public Call answer() {
            try {
                return new Call(socket, sentAt);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Goes away. */
        @Override
        public void close() {
            closeSocket(socket);
        }
    }

    /** Sends a request with a JSON body and does not wait for its answer.
     *
     * @param headers beside {@code Host}, {@code Content-Type}, {@code Content-Length} and {@code Connection: close} */
    public static Sent send(int port, String target, Map<String, String> headers, byte[] body) {
        StringBuilder head = new StringBuilder("POST ")
                .append(target)
                .append(" HTTP/1.1\r\nHost: 127.0.0.1:")
                .append(port)
                .append("\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ")
                .append(body.length)
                .append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return raw(port, head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8), body);
    }

    /** Sends a request with a JSON body and waits for the head of its answer. */
    public static Call post(int port, String target, Map<String, String> headers, String body) {
        return send(port, target, headers, body.getBytes(StandardCharsets.UTF_8))
                .answer();
    }

    /** Sends a GET, the target as it is, and waits for the head of its answer. */
    public static Call get(int port, String target) {
        String head = "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n";
        return raw(port, head.getBytes(StandardCharsets.UTF_8)).answer();
    }

    /** Sends these bytes. A server that answers and closes before it has read them all is none the worse for it. */
    public static Sent raw(int port, byte[]... pieces) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(READ_WITHIN_MS);
            long sentAt = System.nanoTime();
            OutputStream out = socket.getOutputStream();
            try {
                for (byte[] piece : pieces) {
                    out.write(piece);
                }
                out.flush();
            } catch (IOException e) {
                // Its answer, if there is one, says why it read no further.
            }
            return new Sent(socket, sentAt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the status. */
    public int status() {
        return status;
    }

    /** Returns the time from the request's last byte to the answer's status line. */
    public Duration headAfter() {
        return headAfter;
    }

    /** Returns the time since the request was sent. */
    public Duration sinceSent() {
        return Duration.ofNanos(System.nanoTime() - sentAt);
    }

    /** Returns the value of the first header of this name. */
    public Optional<String> header(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return headers.stream()
                .filter(h -> h.name().equals(lower))
                .map(Header::value)
                .findFirst();
    }

    /** Returns the value of a header that must be there. */
    public String requiredHeader(String name) {
        return header(name).orElseThrow(() -> new AssertionError("no header " + name + " among " + headers));
    }

    /** Reads the whole body. */
    public byte[] bytes() {
        try {
            return body.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the whole body as UTF-8 text. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Reads the whole body as JSON.
     *
     * @throws AssertionError where it is not labelled so */
    public JsonNode json() {
        String type = requiredHeader("Content-Type");
        if (!type.startsWith("application/json")) {
            throw new AssertionError("expected JSON, got " + type + ": " + text());
        }
        return Json.parse(bytes());
    }

    /** Returns the answer's events, to be read one by one. Always the same reader. */
    public EventReader events() {
        if (events == null) {
            events = new EventReader(body);
        }
        return events;
    }

    /** Reads the answer's events to the end. */
    public StreamedAnswer stream() {
        return StreamedAnswer.of(events());
    }

    /** Closes the connection, whatever is still to come. */
    @Override
    public void close() {
        closeSocket(socket);
    }

    private long bodyLength() {
        if (header("Transfer-Encoding").isPresent()) {
            return BodyStream.CHUNKED;
        }
        return header("Content-Length").map(Long::parseLong).orElse(BodyStream.UNTIL_CLOSE);
    }

    private static void closeSocket(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
