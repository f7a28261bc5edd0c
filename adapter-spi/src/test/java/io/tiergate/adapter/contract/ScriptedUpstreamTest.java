package io.tiergate.adapter.contract;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.connectionClose;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.connectionReset;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStreamUntilClose;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.json;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.raw;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.silence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.contract.ScriptedUpstreamRequest.Header;
import io.tiergate.adapter.exchange.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ScriptedUpstreamTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

    private final ScriptedUpstream upstream = ScriptedUpstream.start();

    @AfterEach
    void stop() {
        upstream.close();
    }

    @Test
    void recordsTheRequestAsItWasSent() throws IOException {
        upstream.always(json(200, "{}"));
        try (Socket client = connect()) {
            send(
                    client,
                    "POST /v1/a%2Fb?x=1 HTTP/1.1\r\nHost: x\r\nX-Odd:  Two  \r\nx-odd: 2\r\nContent-Length: 5\r\n\r\n{\"a\"}");
            readHead(client.getInputStream());
        }
        ScriptedUpstreamRequest request = upstream.request(1);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.target()).isEqualTo("/v1/a%2Fb?x=1");
        assertThat(request.path()).isEqualTo("/v1/a/b");
        assertThat(request.headers())
                .containsExactly(
                        new Header("Host", "x"),
                        new Header("X-Odd", "Two"),
                        new Header("x-odd", "2"),
                        new Header("Content-Length", "5"));
        assertThat(request.text()).isEqualTo("{\"a\"}");
    }

    @Test
    void takesTheFramingOffAChunkedBody() throws IOException {
        upstream.always(json(200, "{}"));
        try (Socket client = connect()) {
            send(client, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n");
            readHead(client.getInputStream());
        }
        assertThat(upstream.request(1).text()).isEqualTo("abcde");
    }

    @Test
    void repliesInTurnAndTheLastOneForEver() throws IOException {
        upstream.inTurn(json(500, "{}"), json(200, "{}"));
        try (Socket client = connect()) {
            assertThat(statusOf(client)).isEqualTo(500);
            assertThat(statusOf(client)).isEqualTo(200);
            assertThat(statusOf(client)).isEqualTo(200);
        }
        assertThat(upstream.requests())
                .extracting(ScriptedUpstreamRequest::connection)
                .containsOnly(1);
    }

    @Test
    void aRuleComesBeforeTheTurn() throws IOException {
        upstream.inTurn(json(500, "{}"), json(200, "{}")).when(r -> r.method().equals("PUT"), json(404, "{}"));
        try (Socket client = connect()) {
            assertThat(statusOf(client, "PUT / HTTP/1.1\r\n\r\n")).isEqualTo(404);
            assertThat(statusOf(client)).isEqualTo(500);
        }
    }

    @Test
    void whatIsNotScriptedIsNoSuccess() throws IOException {
        try (Socket client = connect()) {
            assertThat(statusOf(client)).isEqualTo(599);
        }
    }

    @Test
    void writesPiecesByThemselvesAndUnframedUntilTheClose() throws IOException {
        CountDownLatch firstSeen = new CountDownLatch(1);
        byte[] half = {(byte) 0xe4, (byte) 0xbd};
        upstream.always(eventStreamUntilClose().bytes(half).await(firstSeen).text("\n\n"));
        try (Socket client = connect()) {
            send(client, GET);
            InputStream in = client.getInputStream();
            readHead(in);
            assertThat(in.readNBytes(2)).isEqualTo(half);
            assertThat(in.available()).isZero();
            firstSeen.countDown();
            assertThat(in.readAllBytes()).isEqualTo(new byte[] {'\n', '\n'});
        }
    }

    @Test
    void oneByteAtATimeIsOneChunkForEachByte() throws IOException {
        upstream.always(eventStream().text("ab").oneByteAtATime(Duration.ofMillis(1)));
        try (Socket client = connect()) {
            send(client, GET);
            readHead(client.getInputStream());
            assertThat(text(client.getInputStream().readNBytes(17))).isEqualTo("1\r\na\r\n1\r\nb\r\n0\r\n\r\n");
        }
    }

    @Test
    void headersOfAStreamGoOutBeforeItsFirstEvent() throws IOException {
        upstream.always(eventStream().hang());
        try (Socket client = connect()) {
            send(client, GET);
            assertThat(readHead(client.getInputStream())).contains("text/event-stream");
        }
    }

    @Test
    void resetCutsTheBodyWithAnError() throws IOException {
        CountDownLatch read = new CountDownLatch(1);
        upstream.always(eventStream().event("x").await(read).reset());
        try (Socket client = connect()) {
            send(client, GET);
            readHead(client.getInputStream());
            readLine(client.getInputStream());
            read.countDown();
            assertThatThrownBy(() -> client.getInputStream().readAllBytes()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void closeEndsTheBodyWithoutItsMark() throws IOException {
        upstream.always(eventStream().event("x").close());
        try (Socket client = connect()) {
            send(client, GET);
            readHead(client.getInputStream());
            assertThat(text(client.getInputStream().readAllBytes())).isEqualTo("9\r\ndata: x\n\n\r\n");
        }
    }

    @Test
    void endsWithoutAByteBySilenceCloseAndReset() throws IOException {
        upstream.inTurn(silence(), connectionClose(), connectionReset());
        try (Socket client = connect()) {
            client.setSoTimeout(50);
            send(client, GET);
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        }
        try (Socket client = connect()) {
            send(client, GET);
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        try (Socket client = connect()) {
            send(client, GET);
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void writesEachByteOfARawReply() throws IOException {
        upstream.always(raw().text("HTTP/1.1 200 Fine\r\nContent-Length: 9\r\n\r\nabc"));
        try (Socket client = connect()) {
            send(client, GET);
            assertThat(text(client.getInputStream().readAllBytes()))
                    .isEqualTo("HTTP/1.1 200 Fine\r\nContent-Length: 9\r\n\r\nabc");
        }
    }

    @Test
    void waitsBeforeTheFirstByte() throws IOException {
        CountDownLatch go = new CountDownLatch(1);
        upstream.always(json(200, "{}").after(go));
        try (Socket client = connect()) {
            send(client, GET);
            upstream.awaitRequest(1, SOON);
            assertThat(client.getInputStream().available()).isZero();
            go.countDown();
            assertThat(readHead(client.getInputStream())).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void seesThePeerLeaveAStreamAndWritesNoMore() throws IOException {
        upstream.always(eventStream().forever(Duration.ofMillis(10), i -> "data: " + i + "\n\n"));
        try (Socket client = connect()) {
            send(client, GET);
            readHead(client.getInputStream());
            readLine(client.getInputStream());
            assertThat(upstream.busyConnections()).isEqualTo(1);
            assertThat(upstream.request(1).peerLeft()).isFalse();
        }
        assertThat(upstream.request(1).awaitPeerLeft(SOON)).isLessThan(SOON);
        eventually(() -> upstream.openConnections() == 0);
        assertThat(upstream.request(1).bytesWritten()).isPositive();
    }

    @Test
    void seesThePeerLeaveWhileItIsSilent() throws IOException {
        upstream.always(silence());
        try (Socket client = connect()) {
            send(client, GET);
            upstream.awaitRequest(1, SOON);
        }
        upstream.request(1).awaitPeerLeft(SOON);
    }

    @Test
    void itsOwnCloseIsNotThePeersLeaving() throws IOException {
        upstream.always(connectionClose());
        try (Socket client = connect()) {
            send(client, GET);
            assertThat(client.getInputStream().read()).isEqualTo(-1);
            eventually(() -> upstream.openConnections() == 0);
            assertThat(upstream.request(1).peerLeft()).isFalse();
        }
    }

    @Test
    void stopsWritingWhenThePeerStopsReading() throws IOException {
        String big = "x".repeat(1 << 20);
        upstream.always(eventStream().repeat(64, Duration.ZERO, i -> big));
        try (Socket client = connect()) {
            send(client, GET);
            readHead(client.getInputStream());
            assertThat(upstream.request(1).bytesWritten()).isLessThan(64L << 20);
        }
    }

    @Test
    void refusesAndListensAgainOnTheSamePort() throws IOException {
        upstream.always(json(200, "{}"));
        Socket kept = connect();
        assertThat(statusOf(kept)).isEqualTo(200);
        upstream.refuse();
        assertThat(kept.getInputStream().read()).isEqualTo(-1);
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        upstream.listen();
        try (Socket client = connect()) {
            assertThat(statusOf(client)).isEqualTo(200);
        }
        assertThat(upstream.acceptedConnections()).isEqualTo(2);
        kept.close();
    }

    @Test
    void startingOverForgetsRequestsAndScriptAndEndsWhatHangs() throws IOException {
        upstream.always(silence());
        try (Socket client = connect()) {
            send(client, GET);
            upstream.awaitRequest(1, SOON);
            eventually(() -> upstream.busyConnections() == 1);
            upstream.startOver();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(upstream.requests()).isEmpty();
        try (Socket client = connect()) {
            assertThat(statusOf(client)).isEqualTo(599);
        }
    }

    @Test
    void aRequestThatDoesNotComeIsAFailure() {
        assertThatThrownBy(() -> upstream.awaitRequest(1, Duration.ofMillis(10)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no request 1 within");
    }

    @Test
    void chatChunksAreJsonWithTheirContent() {
        assertThat(Json.parse(ScriptedUpstreamChat.delta("a\"b"))
                        .at("/choices/0/delta/content")
                        .asString())
                .isEqualTo("a\"b");
        assertThat(Json.parse(ScriptedUpstreamChat.usage())
                        .at("/usage/total_tokens")
                        .asInt())
                .isEqualTo(5);
        assertThat(Json.parse(ScriptedUpstreamChat.finish())
                        .at("/choices/0/finish_reason")
                        .asString())
                .isEqualTo("stop");
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), upstream.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static int statusOf(Socket client) throws IOException {
        return statusOf(client, GET);
    }

    /** Sends a request and reads its whole answer, whose body must have a length. */
    private static int statusOf(Socket client, String request) throws IOException {
        send(client, request);
        String head = readHead(client.getInputStream());
        int length = Arrays.stream(head.split("\r\n"))
                .filter(line -> line.startsWith("Content-Length: "))
                .mapToInt(line -> Integer.parseInt(line.substring(16)))
                .findFirst()
                .orElseThrow();
        client.getInputStream().readNBytes(length);
        return Integer.parseInt(head.substring(9, 12));
    }

    private static void send(Socket client, String request) throws IOException {
        client.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        client.getOutputStream().flush();
    }

    private static String readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append(readLine(in)).append("\r\n");
        }
        return head.toString();
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("ended after: " + line);
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void eventually(BooleanSupplier condition) {
        long end = System.nanoTime() + SOON.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("still not so after " + SOON).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
