package io.tiergate.scheduler.upstream;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.io.CloseMode;

/** A kept-alive connection with the socket under it, whose read timeout is set before each wait. */
final class PooledConnection {
    final DefaultBHttpClientConnection http;
    private final Socket socket;
    private int timeoutMillis;
    private boolean reused;
    private long idleSince;

    PooledConnection(Http1Config config, Socket socket) throws IOException {
        this.http = new DefaultBHttpClientConnection(config);
        this.socket = socket;
        http.bind(socket);
    }

    /**
     * Bounds the next reads. A wait below a millisecond becomes one: zero would mean for ever. A bound that is set already and up
     * to a sixty-fourth short of the wait stays, as setting one is a call of its own and long waits need no more precision.
     */
    void readWithin(Duration wait) throws IOException {
        int millis = Math.clamp(wait.toMillis(), 1, Integer.MAX_VALUE);
        if (timeoutMillis > millis || timeoutMillis < millis - millis / 64) {
            socket.setSoTimeout(millis);
            timeoutMillis = millis;
        }
    }

    boolean reused() {
        return reused;
    }

    long idleSince() {
        return idleSince;
    }

    void parked(long now) {
        reused = true;
        idleSince = now;
    }

    /** Closes at once; a read in another thread ends with an exception. */
    void abort() {
        http.close(CloseMode.IMMEDIATE);
    }
}
