package io.tiergate.web.warmup;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What the warm-up's sources talk to: answers every request at once, streamed where it asks for it. On loopback, any free port. */
final class WarmUpUpstream implements AutoCloseable {
    private static final byte[] WHOLE = answer("application/json", """
            {"id":"w","object":"chat.completion","created":1,"model":"warm-up","choices":[{"index":0,"message":{"role":"assistant",\
            "content":"Hello."},"finish_reason":"stop"}],"usage":{"prompt_tokens":4,"completion_tokens":2,"total_tokens":6}}""");
    private static final byte[] STREAM = answer(
            "text/event-stream",
            event("{\"role\":\"assistant\",\"content\":\"\"}", "null")
                    + event("{\"content\":\"Hello\"}", "null").repeat(20)
                    + event("{}", "\"stop\"")
                    + "data: [DONE]\n\n");

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    WarmUpUpstream() throws IOException {
        Thread.ofPlatform().name("tiergate-warm-up-upstream").daemon().start(this::accept);
    }

    /** Returns its base URL. */
    URI address() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/v1");
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = connection.getOutputStream();
            for (int length = bodyLength(in); length >= 0; length = bodyLength(in)) {
                String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
                out.write(body.contains("\"stream\":true") ? STREAM : WHOLE);
            }
        } catch (IOException e) {
            // the warm-up is over
        }
    }

    /** Reads a request's head and returns the length of its body; -1 at the end. */
    private static int bodyLength(InputStream in) throws IOException {
        int length = -1;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        return length;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    private static String event(String delta, String finishReason) {
        return "data: {\"id\":\"w\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"warm-up\",\"choices\":[{\"index\":0,"
                + "\"delta\":" + delta + ",\"finish_reason\":" + finishReason + "}]}\n\n";
    }

    private static byte[] answer(String contentType, String body) {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return ("HTTP/1.1 200 OK\r\nContent-Type: " + contentType + "\r\nContent-Length: " + length + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
