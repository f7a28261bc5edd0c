package io.tiergate.scheduler.upstream;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The idle connections to one upstream, the last used taken first. A source's permits bound how many there can be, so that the
 * pool needs no limit of its own; each source has its own pool, so that one which hangs cannot use up another's. Thread-safe.
 */
final class ConnectionPool {
    /** How long a connection may stay idle. Common servers close at 60 s or later; a guess below that. */
    static final Duration IDLE_LIFETIME = Duration.ofSeconds(50);

    private final ConcurrentLinkedDeque<PooledConnection> idle = new ConcurrentLinkedDeque<>();

    /** Takes an idle connection that is still open. */
    Optional<PooledConnection> take(long now) {
        PooledConnection connection;
        while ((connection = idle.pollFirst()) != null) {
            if (connection.http.isOpen() && now - connection.idleSince() < IDLE_LIFETIME.toNanos()) {
                return Optional.of(connection);
            }
            connection.abort();
        }
        return Optional.empty();
    }

    /** Puts a connection back and closes those at the other end that were idle too long. */
    void park(PooledConnection connection, long now) {
        connection.parked(now);
        idle.offerFirst(connection);
        PooledConnection oldest = idle.peekLast();
        if (oldest != null
                && now - oldest.idleSince() >= IDLE_LIFETIME.toNanos()
                && idle.removeLastOccurrence(oldest)) {
            oldest.abort();
        }
    }

    /** Closes all. */
    void close() {
        PooledConnection connection;
        while ((connection = idle.pollFirst()) != null) {
            connection.abort();
        }
    }
}
