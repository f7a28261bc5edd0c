package io.tiergate.adapter.contract;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a {@link ScriptedUpstream} does with one request: a status and headers, pieces of body with pauses between them, and an end.
 * Immutable; each method returns a new reply. Every piece is one write to the socket, flushed at once.
 *
 * {@snippet :
 * eventStream().event(first).pause(ofMillis(20)).event(second).reset()
 * json(429, body).header("Retry-After", "25")
 * silence()
 * }
 */
public final class ScriptedUpstreamReply {
    /** How the body's end is marked. */
    enum Framing {
        LENGTH,
        CHUNKED,
        UNTIL_CLOSE,
        NONE
    }

    /** What happens after the last step. */
    enum Ending {
        /** The body ends as its framing says; the connection stays open where that allows it. */
        WHOLE,
        /** The connection is closed in the ordinary way, without the mark of the body's end. */
        CLOSE,
        /** The connection is reset. */
        RESET,
        /** Nothing more happens until the peer leaves. */
        HANG
    }

    sealed interface Step {
        /** Writes the status line and the headers. Left out, they precede the first piece of body. */
        record Head() implements Step {}

        record Piece(byte[] bytes) implements Step {}

        record Pause(Duration length) implements Step {}

        record Await(CountDownLatch latch) implements Step {}

        /** Writes piece after piece, the first at once, until {@code times} are written or the peer leaves. */
        record Repeat(int times, Duration every, IntFunction<byte[]> piece) implements Step {}
    }

    private final int status;
    private final List<ScriptedUpstreamRequest.Header> headers;
    private final Framing framing;
    private final List<Step> steps;
    private final Ending ending;

    private ScriptedUpstreamReply(
            int status,
            List<ScriptedUpstreamRequest.Header> headers,
            Framing framing,
            List<Step> steps,
            Ending ending) {
        this.status = status;
        this.headers = List.copyOf(headers);
        this.framing = framing;
        this.steps = List.copyOf(steps);
        this.ending = ending;
    }

    /** Returns an answer of this status and type with a {@code Content-Length}. */
    public static ScriptedUpstreamReply answer(int status, String contentType, byte[] body) {
        return new ScriptedUpstreamReply(status, List.of(), Framing.LENGTH, List.of(new Step.Piece(body)), Ending.WHOLE)
                .header("Content-Type", contentType);
    }

    /** Returns a JSON answer of this status. */
    public static ScriptedUpstreamReply json(int status, String body) {
        return answer(status, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a 200 event stream in chunks, its headers sent at once, still without events. */
    public static ScriptedUpstreamReply eventStream() {
        return new ScriptedUpstreamReply(200, List.of(), Framing.CHUNKED, List.of(new Step.Head()), Ending.WHOLE)
                .header("Content-Type", "text/event-stream");
    }

    /** Returns the same without chunks: the body's pieces are exactly the bytes on the wire, and end with the connection. */
    public static ScriptedUpstreamReply eventStreamUntilClose() {
        return new ScriptedUpstreamReply(200, List.of(), Framing.UNTIL_CLOSE, List.of(new Step.Head()), Ending.WHOLE)
                .header("Content-Type", "text/event-stream")
                .header("Connection", "close");
    }

    /** Returns a reply of which each byte is scripted, the status line included. The connection is closed after it. */
    public static ScriptedUpstreamReply raw() {
        return new ScriptedUpstreamReply(0, List.of(), Framing.NONE, List.of(), Ending.CLOSE);
    }

    /** Returns a reply that writes nothing and keeps the connection open. */
    public static ScriptedUpstreamReply silence() {
        return raw().hang();
    }

    /** Returns a reply that resets the connection without a byte. */
    public static ScriptedUpstreamReply connectionReset() {
        return raw().reset();
    }

    /** Returns a reply that closes the connection without a byte. */
    public static ScriptedUpstreamReply connectionClose() {
        return raw().close();
    }

    /** Adds a header line. A {@code Content-Length} given here takes the place of the counted one. */
    public ScriptedUpstreamReply header(String name, String value) {
        return new ScriptedUpstreamReply(
                status, append(headers, new ScriptedUpstreamRequest.Header(name, value)), framing, steps, ending);
    }

    /** Waits this long before the first byte. */
    public ScriptedUpstreamReply after(Duration delay) {
        return withSteps(Stream.concat(Stream.of(new Step.Pause(delay)), steps.stream()));
    }

    /** Waits for the latch before the first byte. */
    public ScriptedUpstreamReply after(CountDownLatch latch) {
        return withSteps(Stream.concat(Stream.of(new Step.Await(latch)), steps.stream()));
    }

    /** Writes these bytes. */
    public ScriptedUpstreamReply bytes(byte[] piece) {
        return then(new Step.Piece(piece));
    }

    /** Writes this text in UTF-8. */
    public ScriptedUpstreamReply text(String piece) {
        return bytes(piece.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes one event: {@code data: }, the text, an empty line. */
    public ScriptedUpstreamReply event(String data) {
        return text("data: " + data + "\n\n");
    }

    /** Writes one comment line and an empty line. */
    public ScriptedUpstreamReply comment(String text) {
        return text(": " + text + "\n\n");
    }

    /** Waits. */
    public ScriptedUpstreamReply pause(Duration length) {
        return then(new Step.Pause(length));
    }

    /** Waits for the latch. */
    public ScriptedUpstreamReply await(CountDownLatch latch) {
        return then(new Step.Await(latch));
    }

    /** Writes the text for 0, 1, 2 … with {@code every} between two, {@code times} in all. */
    public ScriptedUpstreamReply repeat(int times, Duration every, IntFunction<String> text) {
        return then(new Step.Repeat(times, every, i -> text.apply(i).getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes the text for 0, 1, 2 … with {@code every} between two until the peer leaves. */
    public ScriptedUpstreamReply forever(Duration every, IntFunction<String> text) {
        return repeat(Integer.MAX_VALUE, every, text);
    }

    /** Cuts the pieces so far into writes of one byte each, with this pause after each. */
    public ScriptedUpstreamReply oneByteAtATime(Duration pause) {
        return withSteps(steps.stream()
                .flatMap(step -> step instanceof Step.Piece(byte[] bytes)
                        ? IntStream.range(0, bytes.length).boxed().<Step>mapMulti((i, out) -> {
                            out.accept(new Step.Piece(new byte[] {bytes[i]}));
                            out.accept(new Step.Pause(pause));
                        })
                        : Stream.of(step)));
    }

    /** Ends by closing the connection, the body's end unmarked. */
    public ScriptedUpstreamReply close() {
        return ending(Ending.CLOSE);
    }

    /** Ends by resetting the connection (TCP RST). What the peer has not read yet may be lost; pause before where it matters. */
    public ScriptedUpstreamReply reset() {
        return ending(Ending.RESET);
    }

    /** Ends in silence, the connection open until the peer leaves. */
    public ScriptedUpstreamReply hang() {
        return ending(Ending.HANG);
    }

    Framing framing() {
        return framing;
    }

    List<Step> steps() {
        return steps;
    }

    Ending ending() {
        return ending;
    }

    /** Returns the status line and headers; empty where every byte is scripted. */
    byte[] head() {
        if (framing == Framing.NONE) {
            return new byte[0];
        }
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(" Scripted\r\n");
        headers.forEach(
                h -> head.append(h.name()).append(": ").append(h.value()).append("\r\n"));
        if (framing == Framing.CHUNKED) {
            head.append("Transfer-Encoding: chunked\r\n");
        } else if (framing == Framing.LENGTH
                && headers.stream().noneMatch(h -> h.name().equalsIgnoreCase("Content-Length"))) {
            head.append("Content-Length: ").append(length()).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private int length() {
        return steps.stream()
                .mapToInt(step -> step instanceof Step.Piece(byte[] bytes) ? bytes.length : 0)
                .sum();
    }

    private ScriptedUpstreamReply then(Step step) {
        return withSteps(Stream.concat(steps.stream(), Stream.of(step)));
    }

    private ScriptedUpstreamReply withSteps(Stream<Step> changed) {
        return new ScriptedUpstreamReply(status, headers, framing, changed.toList(), ending);
    }

    private ScriptedUpstreamReply ending(Ending changed) {
        return new ScriptedUpstreamReply(status, headers, framing, steps, changed);
    }

    private static <T> List<T> append(List<T> list, T element) {
        List<T> longer = new ArrayList<>(list);
        longer.add(element);
        return longer;
    }
}
