package io.tiergate.adapter.contract;

import io.tiergate.adapter.contract.ScriptedUpstreamReply.Ending;
import io.tiergate.adapter.contract.ScriptedUpstreamReply.Framing;
import io.tiergate.adapter.contract.ScriptedUpstreamReply.Step;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One accepted connection. One virtual thread reads for the connection's whole life, so that the peer's leaving is seen the moment
 * it happens; another writes the reply.
 */
final class ScriptedUpstreamConnection {
    private final ScriptedUpstream server;
    private final int number;
    private final Socket socket;
    private final PushbackInputStream in;
    private final OutputStream out;
    private final CountDownLatch gone = new CountDownLatch(1);
    private volatile boolean closedHere;
    private volatile boolean replying;

    ScriptedUpstreamConnection(ScriptedUpstream server, int number, Socket socket) throws IOException {
        this.server = server;
        this.number = number;
        this.socket = socket;
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        in = new PushbackInputStream(new BufferedInputStream(socket.getInputStream()));
        out = socket.getOutputStream();
    }

    /** Serves requests until either side ends the connection. */
    void serve() {
        ScriptedUpstreamRequest latest = null;
        try {
            while (awaitByte()) {
                ScriptedUpstreamRequest request = readRequest();
                latest = request;
                replying = true;
                Thread replier = Thread.startVirtualThread(() -> reply(request));
                boolean more = awaitByte();
                if (!more) {
                    break;
                }
                replier.join();
            }
        } catch (IOException e) {
            // A reset by the peer, no HTTP, or this server's own close: told apart below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!closedHere && latest != null) {
                latest.notePeerLeft();
            }
            gone.countDown();
            closeSocket();
            server.ended(this);
        }
    }

    /** Returns whether a request is being answered. */
    boolean busy() {
        return replying;
    }

    /** Ends the connection from this side. */
    void close() {
        closedHere = true;
        gone.countDown();
        closeSocket();
    }

    private boolean awaitByte() throws IOException {
        int next = in.read();
        if (next >= 0) {
            in.unread(next);
        }
        return next >= 0;
    }

    private void reply(ScriptedUpstreamRequest request) {
        ScriptedUpstreamReply reply = server.replyTo(request);
        try {
            new Writer(request, reply).run();
            switch (reply.ending()) {
                case WHOLE -> {
                    if (reply.framing() == Framing.UNTIL_CLOSE) {
                        close();
                    }
                }
                case CLOSE -> close();
                case RESET -> {
                    closedHere = true;
                    socket.setOption(StandardSocketOptions.SO_LINGER, 0);
                    closeSocket();
                }
                case HANG -> gone.await();
            }
        } catch (IOException e) {
            // The peer left while this wrote; the reading thread notes it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            replying = false;
        }
    }

    /** Writes one reply up to its ending. */
    private final class Writer {
        private final ScriptedUpstreamRequest request;
        private final ScriptedUpstreamReply reply;
        private boolean headWritten;

        Writer(ScriptedUpstreamRequest request, ScriptedUpstreamReply reply) {
            this.request = request;
            this.reply = reply;
        }

        void run() throws IOException, InterruptedException {
            for (Step step : reply.steps()) {
                switch (step) {
                    case Step.Head() -> head();
                    case Step.Piece(byte[] bytes) -> piece(bytes);
                    case Step.Pause(Duration length) -> pause(length);
                    case Step.Await(CountDownLatch latch) -> await(latch);
                    case Step.Repeat repeat -> repeat(repeat);
                }
            }
            if (reply.ending() == Ending.WHOLE) {
                head();
                if (reply.framing() == Framing.CHUNKED) {
                    write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }

        private void repeat(Step.Repeat repeat) throws IOException, InterruptedException {
            for (int i = 0; i < repeat.times(); i++) {
                if (i > 0) {
                    pause(repeat.every());
                }
                piece(repeat.piece().apply(i));
            }
        }

        private void head() throws IOException {
            if (!headWritten) {
                headWritten = true;
                write(reply.head());
            }
        }

        private void piece(byte[] bytes) throws IOException {
            if (bytes.length == 0) {
                return;
            }
            byte[] framed = reply.framing() == Framing.CHUNKED ? chunk(bytes) : bytes;
            if (headWritten || reply.framing() == Framing.NONE) {
                write(framed);
            } else {
                headWritten = true;
                write(joined(reply.head(), framed));
            }
        }

        private void write(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
            request.wrote(bytes.length);
        }

        private void pause(Duration length) throws IOException, InterruptedException {
            if (gone.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new EOFException("the peer left");
            }
        }

        private void await(CountDownLatch latch) throws IOException, InterruptedException {
            while (!latch.await(5, TimeUnit.MILLISECONDS)) {
                pause(Duration.ZERO);
            }
        }
    }

    private ScriptedUpstreamRequest readRequest() throws IOException {
        String[] start = line().split(" ", 3);
        if (start.length != 3) {
            throw new IOException("not a request line: " + String.join(" ", start));
        }
        List<ScriptedUpstreamRequest.Header> headers = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + line);
            }
            headers.add(new ScriptedUpstreamRequest.Header(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        if (value(headers, "Expect").isPresent()) {
            out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        byte[] body = value(headers, "Transfer-Encoding").isPresent()
                ? chunks()
                : exactly(
                        value(headers, "Content-Length").map(Integer::parseInt).orElse(0));
        return server.record(number, start[0], start[1], headers, body);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.write(exactly(size));
            line();
        }
        for (String trailer = line(); !trailer.isEmpty(); trailer = line()) {
            // Trailers are read over.
        }
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().split(";", 2)[0].strip(), 16);
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("body ended after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("head ended early");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    private void closeSocket() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is left to be done with it.
        }
    }

    private static Optional<String> value(List<ScriptedUpstreamRequest.Header> headers, String name) {
        return headers.stream()
                .filter(h -> h.name().equalsIgnoreCase(name))
                .map(ScriptedUpstreamRequest.Header::value)
                .findFirst();
    }

    private static byte[] chunk(byte[] bytes) {
        byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        return joined(size, bytes, new byte[] {'\r', '\n'});
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
