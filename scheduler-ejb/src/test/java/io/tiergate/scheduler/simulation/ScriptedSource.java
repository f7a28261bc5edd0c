package io.tiergate.scheduler.simulation;

import io.tiergate.adapter.exchange.Headers;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapter.failure.Phase;
import io.tiergate.scheduler.config.Secret;
import io.tiergate.scheduler.time.FakeTime;
import io.tiergate.scheduler.upstream.Upstream.Exchange;
import io.tiergate.scheduler.upstream.UpstreamException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiFunction;

/**
 * An upstream on fake time: answers each call by the next step of its script, the last one for ever. Time passes while it is
 * waited for. Not for use by many threads.
 */
public final class ScriptedSource {
    /** One answer. */
    @FunctionalInterface
    public interface Step {
        /** Answers a call; {@code within} is how long the caller waits. */
        Exchange answer(FakeTime time, Duration within) throws UpstreamException;
    }

    /** A part of an answer's body. */
    private sealed interface Piece {
        record Bytes(byte[] bytes) implements Piece {}

        record Pause(Duration length) implements Piece {}

        record Reset() implements Piece {}
    }

    /** The whole answer that {@link #serves} gives. */
    public static final String OK = """
            {"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":\
            {"role":"assistant","content":"ok"},"finish_reason":"stop"}],\
            "usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}""";

    private final Deque<Step> script = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();
    private BiFunction<String, String, Step> judge;
    private final List<UpstreamRequest> calls = new ArrayList<>();

    /** Makes a source that answers by these steps. */
    public static ScriptedSource that(Step... steps) {
        ScriptedSource source = new ScriptedSource();
        source.script.addAll(List.of(steps));
        return source;
    }

    /** Replaces what is left of its script. */
    public void now(Step... steps) {
        script.clear();
        script.addAll(List.of(steps));
    }

    /** Returns the calls it got. */
    public List<UpstreamRequest> calls() {
        return calls;
    }

    /** Makes a source whose answer depends on the key, null where none is sent, and on the model. */
    public static ScriptedSource judging(BiFunction<String, String, Step> judge) {
        ScriptedSource source = new ScriptedSource();
        source.judge = judge;
        return source;
    }

    /** Returns the calls it got as key and model, joined by a slash. */
    public List<String> asked() {
        return asked;
    }

    Exchange answer(UpstreamRequest request, Secret key, FakeTime time, Duration within) throws UpstreamException {
        calls.add(request);
        String revealed = key == null ? null : key.reveal();
        String model = Json.parse(request.body()).path("model").asString("");
        asked.add(revealed + "/" + model);
        if (judge != null) {
            return judge.apply(revealed, model).answer(time, within);
        }
        return (script.size() > 1 ? script.poll() : script.peek()).answer(time, within);
    }

    /** Answers {@link #OK}. */
    public static Step serves() {
        return status(200, OK);
    }

    /** Answers an error. */
    public static Step fails(int status) {
        return status(status, "{\"error\":{\"message\":\"scripted " + status + "\",\"type\":\"t\",\"code\":null}}");
    }

    /** Answers a status with a JSON body and header fields given as name, value, name, value. */
    public static Step status(int status, String json, String... headers) {
        return (time, within) -> {
            java.util.Map<String, List<String>> fields = new java.util.HashMap<>();
            fields.put("content-type", List.of("application/json"));
            for (int i = 0; i < headers.length; i += 2) {
                fields.put(headers[i], List.of(headers[i + 1]));
            }
            return new Scripted(time, status, Headers.of(fields), List.of(bytes(json)));
        };
    }

    /** Refuses the connection. */
    public static Step refuses() {
        return (time, within) -> {
            throw new UpstreamException(Phase.CONNECT, new ConnectException("Connection refused"));
        };
    }

    /** Takes the request and says nothing. */
    public static Step hangs() {
        return (time, within) -> {
            time.advance(within);
            throw new UpstreamException(Phase.HEADERS, new SocketTimeoutException("Read timed out"));
        };
    }

    /** Streams these texts as they are; a text of the form {@code 500ms} is a pause, {@code RESET} resets the connection. */
    public static Step streams(String... pieces) {
        return (time, within) -> {
            List<Piece> body = new ArrayList<>();
            for (String piece : pieces) {
                body.add(
                        piece.equals("RESET")
                                ? new Piece.Reset()
                                : piece.matches("\\d+ms")
                                        ? new Piece.Pause(Duration.ofMillis(
                                                Long.parseLong(piece.substring(0, piece.length() - 2))))
                                        : bytes(piece));
            }
            return new Scripted(time, 200, Headers.of("content-type", "text/event-stream"), body);
        };
    }

    /** Returns a chunk with content as an event. */
    public static String content(String text) {
        return "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text
                + "\"},\"finish_reason\":null}]}\n\n";
    }

    /** The finish chunk as an event. */
    public static final String STOP =
            "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

    /** The terminal marker as an event. */
    public static final String DONE = "data: [DONE]\n\n";

    private static Piece bytes(String text) {
        return new Piece.Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static final class Scripted implements Exchange {
        private final FakeTime time;
        private final int status;
        private final Headers headers;
        private final Deque<Piece> body;
        private int offset;

        Scripted(FakeTime time, int status, Headers headers, List<Piece> body) {
            this.time = time;
            this.status = status;
            this.headers = headers;
            this.body = new ArrayDeque<>(body);
        }

        @Override
        public int status() {
            return status;
        }

        @Override
        public Headers headers() {
            return headers;
        }

        @Override
        public int read(byte[] into, Duration within) throws IOException {
            Duration left = within;
            while (body.peek() instanceof Piece.Pause(Duration length)) {
                if (length.compareTo(left) > 0) {
                    time.advance(left);
                    body.removeFirst();
                    body.addFirst(new Piece.Pause(length.minus(left)));
                    throw new SocketTimeoutException("Read timed out");
                }
                time.advance(length);
                left = left.minus(length);
                body.removeFirst();
            }
            return switch (body.peek()) {
                case null -> -1;
                case Piece.Reset() -> throw new java.net.SocketException("Connection reset");
                case Piece.Pause p -> throw new IllegalStateException("a pause is over");
                case Piece.Bytes(byte[] bytes) -> {
                    int n = Math.min(into.length, bytes.length - offset);
                    System.arraycopy(bytes, offset, into, 0, n);
                    offset += n;
                    if (offset == bytes.length) {
                        body.removeFirst();
                        offset = 0;
                    }
                    yield n;
                }
            };
        }

        @Override
        public boolean hasMore() {
            return body.peek() instanceof Piece.Bytes;
        }

        @Override
        public void close() {
            // nothing to give back
        }
    }
}
