package io.tiergate.adapter.contract;

import io.tiergate.adapter.exchange.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/**
 * One request as a {@link ScriptedUpstream} received it, and what became of its connection. What was received never changes; what
 * was written, and whether the peer left, may be asked at any time from any thread.
 */
public final class ScriptedUpstreamRequest {
    /** One header line: name and value as sent, in their case, the blanks around the value taken off. */
    public record Header(String name, String value) {}

    private final int number;
    private final int connection;
    private final String method;
    private final String target;
    private final List<Header> headers;
    private final byte[] body;
    private final long receivedAt = System.nanoTime();
    private final AtomicLong bytesWritten = new AtomicLong();
    private final CompletableFuture<Duration> peerLeft = new CompletableFuture<>();

    ScriptedUpstreamRequest(
            int number, int connection, String method, String target, List<Header> headers, byte[] body) {
        this.number = number;
        this.connection = connection;
        this.method = method;
        this.target = target;
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    /** Returns its place among the requests of this server since it last started over, from 1. */
    public int number() {
        return number;
    }

    /** Returns the place of its connection among those accepted, from 1. Requests with the same number shared a connection. */
    public int connection() {
        return connection;
    }

    /** Returns the method as sent. */
    public String method() {
        return method;
    }

    /** Returns the request target as sent: path and query, still encoded. */
    public String target() {
        return target;
    }

    /** Returns the target's path, decoded. */
    public String path() {
        return URI.create(target).getPath();
    }

    /** Returns the header lines in the order sent. */
    public List<Header> headers() {
        return headers;
    }

    /** Returns the value of the first header of this name, in any case. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(h -> h.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }

    /** Returns the body's bytes, without the chunk framing. */
    public byte[] body() {
        return body.clone();
    }

    /** Returns the body as UTF-8 text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns the body as a JSON tree. */
    public JsonNode json() {
        return Json.parse(body);
    }

    /** Returns everything received, as one text to search for what must not be there. */
    public String everything() {
        StringBuilder all = new StringBuilder(method).append(' ').append(target).append('\n');
        headers.forEach(h -> all.append(h.name()).append(": ").append(h.value()).append('\n'));
        return all.append('\n').append(text()).toString();
    }

    /** Returns the {@link System#nanoTime()} at which the whole request had been read. */
    public long receivedAt() {
        return receivedAt;
    }

    /** Returns how many bytes of the answer the socket took so far, head and chunk framing included. */
    public long bytesWritten() {
        return bytesWritten.get();
    }

    /** Returns whether the peer closed or reset the connection, and not this server. */
    public boolean peerLeft() {
        return peerLeft.isDone();
    }

    /**
     * Waits until the peer closes or resets the connection that brought this request.
     *
     * @return the time from the whole request to the peer's leaving
     * @throws AssertionError where the peer is still there at the end of {@code within}
     */
    public Duration awaitPeerLeft(Duration within) {
        try {
            return peerLeft.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("the connection of " + this + " is still open after " + within, e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting", e);
        }
    }

    void wrote(int bytes) {
        bytesWritten.addAndGet(bytes);
    }

    void notePeerLeft() {
        peerLeft.complete(Duration.ofNanos(System.nanoTime() - receivedAt));
    }

    @Override
    public String toString() {
        return "request " + number + " (" + method + " " + target + ")";
    }
}
