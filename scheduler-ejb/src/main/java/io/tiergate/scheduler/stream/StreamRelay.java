package io.tiergate.scheduler.stream;

import io.tiergate.adapter.Framing;
import io.tiergate.adapter.exchange.Headers;
import io.tiergate.adapter.exchange.StreamReader;
import io.tiergate.adapter.failure.FailureSignal;
import io.tiergate.adapter.failure.Phase;
import io.tiergate.scheduler.config.Timeouts;
import io.tiergate.scheduler.time.TimeSource;
import io.tiergate.scheduler.upstream.Upstream.Exchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * Relays one streamed answer. {@link #prime} reads until the first real event, so that a failure before it can still become
 * another attempt; {@link #writeTo} then sends what is in hand and everything after it. Memory is bounded by the longest event.
 * Back-pressure is the blocking write: while the client does not read, nothing is read from the upstream.
 */
public final class StreamRelay {
    /** Bytes read at a time; events are a few hundred bytes, so that one read takes all that has come. */
    private static final int BUFFER = 8 << 10;

    /**
     * How long the end of the upstream's body is waited for after its terminal marker, so that the connection can be kept. It
     * nearly always comes in the same packet. A guess.
     */
    private static final Duration TRAILER = Duration.ofMillis(20);

    private final Exchange exchange;
    private final EventTranslator translator;
    private final Framer framer;
    private final Timeouts timeouts;
    private final TimeSource time;
    private final byte[] buffer = new byte[BUFFER];
    private final ByteBuilder out = new ByteBuilder();
    private final EventHandler handler = this::event;
    private boolean ended;

    /** How a relay ended. */
    public sealed interface Ending {
        /** The client has a whole answer. */
        record Complete() implements Ending {}

        /**
         * The upstream failed after content was sent; the client has an error event and no terminal marker.
         *
         * @param signal what was seen, for the classifier
         */
        record Cut(FailureSignal signal) implements Ending {}

        /** The client left. */
        record ClientGone() implements Ending {}
    }

    private StreamRelay(
            Exchange exchange, EventTranslator translator, Framer framer, Timeouts timeouts, TimeSource time) {
        this.exchange = exchange;
        this.translator = translator;
        this.framer = framer;
        this.timeouts = timeouts;
        this.time = time;
    }

    /** Returns a relay for an upstream that speaks the client's dialect. */
    public static StreamRelay passThrough(
            Exchange exchange, int maxEvent, boolean withholdUsage, Timeouts timeouts, TimeSource time) {
        return new StreamRelay(
                exchange, new PassThrough(withholdUsage), new EventStreamParser(maxEvent), timeouts, time);
    }

    /** Returns a relay that sends every event through an adapter. */
    public static StreamRelay converting(
            Exchange exchange,
            StreamReader reader,
            Framing framing,
            int maxEvent,
            boolean withholdUsage,
            Timeouts timeouts,
            TimeSource time) {
        Framer framer = switch (framing) {
            case EVENT_STREAM -> new EventStreamParser(maxEvent);
            case JSON_LINES -> new JsonLinesParser(maxEvent);
        };
        return new StreamRelay(exchange, new Converting(reader, withholdUsage), framer, timeouts, time);
    }

    /**
     * Reads until the first real event: content, reasoning, a tool call, a refusal or a finish reason.
     *
     * @param deadline when {@code first_token} runs out; nanoseconds
     * @param host the upstream's host, for the classifier
     * @return empty once it is in hand; else what was seen of the failure
     */
    public Optional<FailureSignal> prime(long deadline, String host) {
        try {
            while (!translator.progress().facts().content()) {
                long left = deadline - time.nanoTime();
                if (left <= 0) {
                    throw new SocketTimeoutException("no content within first_token");
                }
                read(Duration.ofNanos(left));
                if (translator.progress().error() != null) {
                    return Optional.of(inStreamError(Phase.FIRST_EVENT, host));
                }
                if (ended && !translator.progress().facts().content()) {
                    throw new IOException("the stream ended without an event");
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(FailureSignal.broken(e, Phase.FIRST_EVENT, host, time.instant()));
        }
    }

    /**
     * Sends the answer, in the events' order and as soon as they come, and closes the exchange.
     *
     * @param errorEvent makes the data of the client's error event
     */
    public Ending writeTo(OutputStream client, ErrorEvent errorEvent, String host) {
        try {
            IOException broken = null;
            while (true) {
                if (!flush(client)) {
                    return new Ending.ClientGone();
                }
                if (ended || translator.progress().over() || broken != null) {
                    break;
                }
                try {
                    read(timeouts.idle());
                } catch (IOException e) {
                    broken = e;
                }
            }
            return finish(client, broken, errorEvent, host);
        } finally {
            exchange.close();
        }
    }

    /** Ends it without sending anything. */
    public void abandon() {
        exchange.close();
    }

    /** Returns what was seen of the answer. */
    public ChatFacts facts() {
        return translator.progress().facts();
    }

    /** Returns how many events were skipped because they were no JSON. */
    public int malformed() {
        return translator.progress().malformed();
    }

    private Ending finish(OutputStream client, IOException broken, ErrorEvent errorEvent, String host) {
        StreamProgress progress = translator.progress();
        boolean whole =
                progress.error() == null && (progress.done() || progress.facts().finished());
        if (whole) {
            EventFrames.appendDone(out);
            if (!flush(client)) {
                return new Ending.ClientGone();
            }
            readTrailer();
            return new Ending.Complete();
        }
        FailureSignal signal = progress.error() != null
                ? inStreamError(Phase.BODY, host)
                : FailureSignal.broken(
                        broken != null ? broken : new IOException("the stream ended without a finish reason"),
                        Phase.BODY,
                        host,
                        time.instant());
        byte[] data = errorEvent.dataFor(signal).getBytes(StandardCharsets.UTF_8);
        EventFrames.append(out, "", data, 0, data.length);
        return flush(client) ? new Ending.Cut(signal) : new Ending.ClientGone();
    }

    private void readTrailer() {
        try {
            while (!ended) {
                ended = exchange.read(buffer, TRAILER) < 0;
            }
        } catch (IOException e) {
            ended = false; // it is not kept, then
        }
    }

    private void read(Duration within) throws IOException {
        int n = exchange.read(buffer, within);
        if (n < 0) {
            ended = true;
            framer.end(handler);
            if (!translator.progress().over()) {
                translator.end(out);
            }
        } else {
            framer.feed(buffer, 0, n, handler);
        }
    }

    private void event(String name, byte[] bytes, int offset, int length) {
        if (!translator.progress().over()) {
            translator.event(name, bytes, offset, length, out);
        }
    }

    private boolean flush(OutputStream client) {
        if (out.isEmpty()) {
            return true;
        }
        try {
            client.write(out.array(), 0, out.length());
            if (!exchange.hasMore() || translator.progress().over()) {
                client.flush();
            }
            out.clear();
            return true;
        } catch (IOException | RuntimeException e) {
            return false; // whatever the container throws here, there is nobody to write to any more
        }
    }

    private FailureSignal inStreamError(Phase phase, String host) {
        StreamProgress progress = translator.progress();
        int status = progress.errorStatus() == 0 ? exchange.status() : progress.errorStatus();
        return FailureSignal.answer(status, Headers.none(), progress.error(), phase, host, time.instant());
    }

    /** Makes the data of an error event in the client's dialect. */
    @FunctionalInterface
    public interface ErrorEvent {
        /** Returns one line of JSON. */
        String dataFor(FailureSignal signal);
    }
}
