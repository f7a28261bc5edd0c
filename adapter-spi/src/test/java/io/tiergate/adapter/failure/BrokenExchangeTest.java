package io.tiergate.adapter.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BrokenExchangeTest {
    /** What exceptions like to tell: none of it may be repeated. */
    private static final String LOOSE_TONGUE = "Connect to https://llm.corp:443 [llm.corp/10.0.0.5] failed: ";

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of(
                        new ConnectException(LOOSE_TONGUE + "Connection refused"), Phase.CONNECT, "connection refused"),
                Arguments.of(
                        new ConnectException(LOOSE_TONGUE + "Network is unreachable"),
                        Phase.CONNECT,
                        "the host cannot be reached"),
                Arguments.of(new NoRouteToHostException(LOOSE_TONGUE), Phase.CONNECT, "the host cannot be reached"),
                Arguments.of(new UnknownHostException("llm.corp"), Phase.CONNECT, "the host's name is not known"),
                Arguments.of(
                        new ConnectException().initCause(new UnresolvedAddressException()),
                        Phase.CONNECT,
                        "the host's name is not known"),
                Arguments.of(
                        new SSLHandshakeException(LOOSE_TONGUE + "PKIX path building failed"),
                        Phase.CONNECT,
                        "the TLS handshake failed"),
                Arguments.of(
                        new SocketException(LOOSE_TONGUE + "Connection reset"),
                        Phase.HEADERS,
                        "the connection was reset before an answer"),
                Arguments.of(
                        new EOFException(LOOSE_TONGUE), Phase.HEADERS, "the connection was reset before an answer"),
                Arguments.of(
                        new SocketException("Connection reset"),
                        Phase.FIRST_EVENT,
                        "the connection was cut before any content"),
                Arguments.of(
                        new SocketException("Connection reset"),
                        Phase.BODY,
                        "the connection was cut within the answer"),
                Arguments.of(
                        new SSLException("Connection reset", new SocketException("Connection reset")),
                        Phase.BODY,
                        "the connection was cut within the answer"),
                Arguments.of(new SSLException("close_notify"), Phase.BODY, "the connection was cut"),
                Arguments.of(new IOException(LOOSE_TONGUE), Phase.HEADERS, "the connection failed"),
                Arguments.of(
                        new UncheckedIOException(new ConnectException("Connection refused")),
                        Phase.CONNECT,
                        "connection refused"),
                Arguments.of(
                        new ExecutionException(new IOException(new SocketException("Broken pipe"))),
                        Phase.HEADERS,
                        "the connection was reset before an answer"),
                Arguments.of(new IllegalStateException(LOOSE_TONGUE), Phase.BODY, "the answer could not be read"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void eachExceptionIsATransportFailureInWordsOfOurOwn(Throwable exception, Phase phase, String message) {
        Failure failure = classified(exception, phase);
        assertThat(failure.failureClass()).isEqualTo(FailureClass.TRANSPORT);
        assertThat(failure.scope()).isEqualTo(FailureScope.SOURCE_MODEL);
        assertThat(failure.message()).isEqualTo(message);
        assertThat(failure.timedOut()).isFalse();
        assertThat(failure.status()).isZero();
        assertThat(failure.phase()).isEqualTo(phase);
    }

    static Stream<Throwable> timeouts() {
        return Stream.of(
                new SocketTimeoutException(LOOSE_TONGUE + "Read timed out"),
                new HttpConnectTimeoutException(LOOSE_TONGUE),
                new TimeoutException(LOOSE_TONGUE),
                new ConnectException(LOOSE_TONGUE + "Connection timed out"),
                new SSLException(LOOSE_TONGUE, new SocketTimeoutException(LOOSE_TONGUE)),
                new UncheckedIOException(new SocketTimeoutException(LOOSE_TONGUE)));
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void aTimeoutIsATransportFailureThatTimedOut(Throwable exception) {
        Failure failure = classified(exception, Phase.HEADERS);
        assertThat(failure.failureClass()).isEqualTo(FailureClass.TRANSPORT);
        assertThat(failure.timedOut()).isTrue();
        assertThat(failure.message()).isEqualTo("no answer within the limit");
    }

    @Test
    void aTimeoutsMessageSaysHowFarItGot() {
        assertThat(classified(new SocketTimeoutException(), Phase.CONNECT).message())
                .isEqualTo("no connection within the limit");
        assertThat(classified(new SocketTimeoutException(), Phase.FIRST_EVENT).message())
                .isEqualTo("no content within the limit");
        assertThat(classified(new SocketTimeoutException(), Phase.BODY).message())
                .isEqualTo("the answer did not go on within the limit");
    }

    static Stream<Throwable> cancellations() {
        return Stream.of(
                new CancellationException(),
                new InterruptedException(),
                new ClosedByInterruptException(),
                new ExecutionException(new InterruptedException()));
    }

    @ParameterizedTest
    @MethodSource("cancellations")
    void aCallThatWasCancelledHereIsNobodysFault(Throwable exception) {
        Failure failure = classified(exception, Phase.BODY);
        assertThat(failure.failureClass()).isEqualTo(FailureClass.CLIENT_GONE);
        assertThat(failure.scope()).isEqualTo(FailureScope.NONE);
    }

    @Test
    void causesThatGoInCirclesEnd() {
        Exception first = new Exception("a");
        Exception second = new Exception("b", first);
        first.initCause(second);
        assertThat(classified(first, Phase.HEADERS).message()).isEqualTo("the answer could not be read");
    }

    @Test
    void refusedAndResetBeforeAnyByteAreQuick() {
        assertThat(classified(new ConnectException("Connection refused"), Phase.CONNECT)
                        .quick())
                .isTrue();
        assertThat(classified(new SocketException("Connection reset"), Phase.HEADERS)
                        .quick())
                .isTrue();
    }

    @Test
    void aCutAfterTheHeadersIsNotQuick() {
        assertThat(classified(new SocketException("Connection reset"), Phase.BODY)
                        .quick())
                .isFalse();
        assertThat(classified(new SocketException("Connection reset"), Phase.FIRST_EVENT)
                        .quick())
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void aTimeoutIsNeverQuick(Phase phase) {
        assertThat(classified(new SocketTimeoutException(), phase).quick()).isFalse();
    }

    private static Failure classified(Throwable exception, Phase phase) {
        return FailureClassifier.classify(
                FailureSignal.broken(exception, phase, "llm.corp", FailureCase.NOW), Optional.empty());
    }
}
