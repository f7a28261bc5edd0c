package io.tiergate.scheduler.upstream;

import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.scheduler.config.Secret;
import io.tiergate.scheduler.source.Source;
import java.io.IOException;
import java.time.Duration;

/** Makes calls. Thread-safe; blocks the calling thread. */
public interface Upstream {
    /**
     * Sends a request and waits for the headers of the answer.
     *
     * @param secret the key of the attempt, or null for none
     * @param headersWithin the longest wait for the headers once the request is sent
     * @param cancellation aborts the call from another thread; bound to the exchange until that is closed
     * @throws UpstreamException where no answer came; says how far the call got
     */
    Exchange open(
            Source source, UpstreamRequest request, Secret secret, Duration headersWithin, Cancellation cancellation)
            throws UpstreamException;

    /** One answer whose headers came. Read by one thread; closed exactly once. */
    interface Exchange extends AutoCloseable {
        /** Returns the HTTP status. */
        int status();

        /** Returns the header fields. */
        io.tiergate.adapter.exchange.Headers headers();

        /**
         * Reads some bytes of the body, at least one.
         *
         * @param within the longest wait; at least a millisecond
         * @return how many bytes were read, or -1 at the end of the body
         * @throws java.net.SocketTimeoutException where none came in time
         * @throws IOException where the connection broke or the body is cut short
         */
        int read(byte[] into, Duration within) throws IOException;

        /** Returns whether bytes can be read without waiting; false says nothing. */
        boolean hasMore();

        /** Ends it: the connection is kept for the next call where the body was read to its end, else closed at once. */
        @Override
        void close();
    }
}
