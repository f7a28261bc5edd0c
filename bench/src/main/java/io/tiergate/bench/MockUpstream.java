package io.tiergate.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An OpenAI-compatible upstream on loopback: a fixed answer, or a stream whose shape the model's name gives. {@code java
 * io.tiergate.bench.MockUpstream PORT}. Models:
 *
 * <ul>
 *   <li>anything: the fixed answer, or 32 events at once;
 *   <li>{@code stream-N-R}: N events at R a second;
 *   <li>{@code status-NNN}: that status with an error body;
 *   <li>{@code hang}: takes the request and says nothing; {@code reset}: closes the connection.
 * </ul>
 */
public final class MockUpstream {
    private static final Pattern MODEL = Pattern.compile("\"model\"\\s*:\\s*\"([^\"]*)\"");
    private static final Pattern STREAM = Pattern.compile("\"stream\"\\s*:\\s*true");
    private static final Pattern SHAPE = Pattern.compile("stream-(\\d+)-(\\d+)");
    private static final String ANSWER = """
            {"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"mock","choices":[{"index":0,"message":\
            {"role":"assistant","content":"This is a fixed answer of about the length that models give to short questions."},\
            "finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":24,"total_tokens":36}}""";
    private static final byte[] WHOLE = response("200 OK", ANSWER);

    private MockUpstream() {}

    /** Serves until it is stopped. */
    public static void main(String[] args) throws IOException {
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 4096);
            while (true) {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        }
    }

    private static void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(client.getInputStream(), 16 << 10);
            OutputStream out = client.getOutputStream();
            byte[] body;
            while ((body = readRequest(in)) != null && answer(new String(body, StandardCharsets.UTF_8), out)) {}
        } catch (IOException e) {
            // the client left
        }
    }

    private static byte[] readRequest(InputStream in) throws IOException {
        int length = 0;
        byte[] line = new byte[8 << 10];
        boolean first = true;
        while (true) {
            int n = 0;
            int b;
            while ((b = in.read()) >= 0 && b != '\n') {
                line[n++] = (byte) b;
            }
            if (b < 0) {
                return null;
            }
            if (n <= 1 && !first) {
                return in.readNBytes(length);
            }
            first = false;
            String header = new String(line, 0, n, StandardCharsets.ISO_8859_1);
            if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
    }

    /** Answers one request; false where the connection ends with it. */
    private static boolean answer(String body, OutputStream out) throws IOException {
        Matcher named = MODEL.matcher(body);
        String model = named.find() ? named.group(1) : "";
        if (model.startsWith("status-")) {
            out.write(response(
                    model.substring(7) + " Scripted", "{\"error\":{\"message\":\"scripted\",\"type\":\"mock\"}}"));
            return true;
        }
        if (model.equals("reset")) {
            return false;
        }
        if (model.equals("hang")) {
            LockSupport.parkNanos(Long.MAX_VALUE);
            return false;
        }
        if (STREAM.matcher(body).find()) {
            stream(SHAPE.matcher(model), out);
        } else {
            out.write(WHOLE);
        }
        return true;
    }

    private static void stream(Matcher shape, OutputStream out) throws IOException {
        boolean shaped = shape.matches();
        int events = shaped ? Integer.parseInt(shape.group(1)) : 32;
        long step = shaped ? 1_000_000_000L / Integer.parseInt(shape.group(2)) : 0;
        out.write(ascii("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"));
        chunk(
                out,
                "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n");
        long start = System.nanoTime();
        for (int i = 0; i < events; i++) {
            long wait = start + i * step - System.nanoTime();
            if (step > 0 && wait > 0) {
                LockSupport.parkNanos(wait);
            }
            chunk(
                    out,
                    "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"e" + i
                            + " \"},\"finish_reason\":null}]}\n\n");
        }
        chunk(out, "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
        chunk(out, "data: [DONE]\n\n");
        out.write(ascii("0\r\n\r\n"));
    }

    private static void chunk(OutputStream out, String data) throws IOException {
        out.write(ascii(Integer.toHexString(data.length()) + "\r\n" + data + "\r\n"));
    }

    private static byte[] response(String status, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        byte[] head = ascii("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length + "\r\n\r\n");
        byte[] all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
