package io.tiergate.adapter.failure;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * What an exception says of an exchange. Its text is looked at and never repeated: it names hosts and addresses.
 *
 * @param timedOut whether the time was up, ours or the operating system's
 * @param cancelled whether the exchange was ended from this side
 * @param message a sentence of our own
 */
record BrokenExchange(boolean timedOut, boolean cancelled, String message) {
    /** Causes that are looked through; more are not found in practice, and a chain may be a circle. */
    private static final int CAUSES = 8;

    static BrokenExchange of(Throwable exception, Phase phase) {
        Throwable cause = exception;
        for (int i = 0; cause != null && i < CAUSES; i++) {
            BrokenExchange known = known(cause, phase);
            if (known != null) {
                return known;
            }
            cause = cause.getCause();
        }
        return exception instanceof IOException
                ? broken("the connection failed")
                : broken("the answer could not be read");
    }

    private static BrokenExchange known(Throwable e, Phase phase) {
        return switch (e) {
            case ClosedByInterruptException closed -> cancelledHere();
            case CancellationException cancelled -> cancelledHere();
            case InterruptedException interrupted -> cancelledHere();
            case SocketTimeoutException late -> timeout(phase);
            case HttpTimeoutException late -> timeout(phase);
            case TimeoutException late -> timeout(phase);
            case InterruptedIOException interrupted -> cancelledHere();
            case UnknownHostException unknown -> broken("the host's name is not known");
            case UnresolvedAddressException unknown -> broken("the host's name is not known");
            case NoRouteToHostException noRoute -> broken("the host cannot be reached");
            case PortUnreachableException noRoute -> broken("the host cannot be reached");
            case SocketException socket
            when socket.getCause() instanceof UnresolvedAddressException -> null; // says more
            case SocketException socket -> socket(socket, phase);
            case SSLException tls when isNetwork(tls.getCause()) -> null; // says more
            case SSLException tls ->
                broken(phase == Phase.CONNECT ? "the TLS handshake failed" : "the connection was cut");
            case EOFException end -> cut(phase);
            default -> null;
        };
    }

    private static boolean isNetwork(Throwable cause) {
        return cause instanceof SocketException || cause instanceof InterruptedIOException;
    }

    private static BrokenExchange socket(SocketException e, Phase phase) {
        String text = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (text.contains("timed out")) {
            return timeout(phase);
        }
        if (text.contains("unreachable") || text.contains("no route")) {
            return broken("the host cannot be reached");
        }
        if (e instanceof ConnectException || text.contains("refused")) {
            return broken("connection refused");
        }
        return cut(phase);
    }

    private static BrokenExchange timeout(Phase phase) {
        return new BrokenExchange(
                true,
                false,
                switch (phase) {
                    case CONNECT -> "no connection within the limit";
                    case HEADERS -> "no answer within the limit";
                    case FIRST_EVENT -> "no content within the limit";
                    case BODY -> "the answer did not go on within the limit";
                });
    }

    private static BrokenExchange cut(Phase phase) {
        return broken(
                switch (phase) {
                    case CONNECT, HEADERS -> "the connection was reset before an answer";
                    case FIRST_EVENT -> "the connection was cut before any content";
                    case BODY -> "the connection was cut within the answer";
                });
    }

    private static BrokenExchange cancelledHere() {
        return new BrokenExchange(false, true, "the call was cancelled");
    }

    private static BrokenExchange broken(String message) {
        return new BrokenExchange(false, false, message);
    }
}
