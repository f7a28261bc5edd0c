package io.tiergate.web.inbound;

import io.tiergate.scheduler.upstream.Cancellation;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Sees that a client left while nothing is being written to it. The container does not read from a connection whose request it
 * has handed over, so that it learns of a closed one at the next write only; the kernel knows at once. Every half second the
 * connections of the requests that have waited since the last look are searched in the kernel's table
 * ({@code /proc/self/net/tcp}): one that is no longer established, or whose client has closed its side, is gone. Where there is
 * no such table, a client that left is noticed at the next write (docs/adr/0007-clients-that-leave.md).
 */
@ApplicationScoped
public class ClientWatch {
    private static final System.Logger LOG = System.getLogger(ClientWatch.class.getName());
    private static final Path[] TABLES = {Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6")};
    private static final long EVERY_MILLIS = 500;

    private final Map<Watched, Watched> waiting = new ConcurrentHashMap<>();

    /** Its own: the look needs nothing of the container, and jakarta.concurrency costs every asynchronous request a look-up in JNDI. */
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("tiergate-client-watch").factory());

    /** A request that waits. Each is its own, whatever its address. */
    static final class Watched {
        private final String address;
        private final int port;
        private final Cancellation cancellation;
        private boolean seen;

        Watched(String address, int port, Cancellation cancellation) {
            this.address = address;
            this.port = port;
            this.cancellation = cancellation;
        }

        String key() throws UnknownHostException {
            return ConnectionTable.key(InetAddress.getByName(address), port);
        }
    }

    @PostConstruct
    @SuppressWarnings("FutureReturnValueIgnored") // ended by shutdownNow
    void start() {
        if (Files.isReadable(TABLES[0])) {
            looks.scheduleWithFixedDelay(this::look, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            LOG.log(System.Logger.Level.INFO, "no {0}: a client that leaves is noticed at the next write", TABLES[0]);
        }
    }

    @PreDestroy
    void stop() {
        looks.shutdownNow();
    }

    /** Watches the client of a request until {@link #forget}. */
    Watched watch(HttpServletRequest http, Cancellation cancellation) {
        Watched watched = new Watched(http.getRemoteAddr(), http.getRemotePort(), cancellation);
        waiting.put(watched, watched);
        return watched;
    }

    void forget(Watched watched) {
        waiting.remove(watched);
    }

    private void look() {
        Set<String> established = null;
        for (Watched watched : List.copyOf(waiting.keySet())) {
            if (!watched.seen) { // most requests are over before the second look and never cost one
                watched.seen = true;
                continue;
            }
            try {
                if (established == null) {
                    established = established();
                }
                if (!established.contains(watched.key())) {
                    waiting.remove(watched);
                    watched.cancellation.cancel();
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "the table of connections cannot be read", e);
                return;
            }
        }
    }

    private static Set<String> established() throws IOException {
        Set<String> keys = new HashSet<>();
        for (Path table : TABLES) {
            if (Files.isReadable(table)) {
                ConnectionTable.addEstablished(Files.readString(table, StandardCharsets.US_ASCII), keys);
            }
        }
        return keys;
    }
}
