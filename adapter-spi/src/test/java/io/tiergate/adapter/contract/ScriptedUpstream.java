package io.tiergate.adapter.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A scripted HTTP/1.1 server on loopback: it records each request as it was sent, and does with it, on the bare socket, what its
 * script says. Plain JDK, a port from 0, one virtual thread a connection. Thread-safe; a script may be changed between requests.
 *
 * {@snippet :
 * try (var a = ScriptedUpstream.start()) {
 *     a.inTurn(json(500, "{}"), ScriptedUpstreamChat.answer("ok"));
 *     …
 *     assertThat(a.request(1).header("Authorization")).contains("Bearer sk-test-A");
 * }
 * }
 */
public final class ScriptedUpstream implements AutoCloseable {
    private record Rule(
            Predicate<ScriptedUpstreamRequest> when, Function<ScriptedUpstreamRequest, ScriptedUpstreamReply> reply) {}

    /** What happens to a request nothing was scripted for: an answer that no test takes for a success. */
    private static final ScriptedUpstreamReply UNSCRIPTED =
            ScriptedUpstreamReply.json(599, "{\"error\":{\"message\":\"nothing is scripted for this request\"}}");

    private static final int BACKLOG = 512;

    private final InetSocketAddress address;
    private final Set<ScriptedUpstreamConnection> connections = new LinkedHashSet<>();
    private final List<ScriptedUpstreamRequest> requests = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();
    private Function<ScriptedUpstreamRequest, ScriptedUpstreamReply> otherwise = r -> UNSCRIPTED;
    private ServerSocket listener;
    private Socket portHolder;
    private int accepted;

    private ScriptedUpstream() throws IOException {
        listener = bound(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        address = (InetSocketAddress) listener.getLocalSocketAddress();
        accept(listener);
    }

    /** Returns a server that listens. */
    public static ScriptedUpstream start() {
        try {
            return new ScriptedUpstream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the port it listens on, or, while it refuses, would. */
    public int port() {
        return address.getPort();
    }

    /** Returns {@code http://127.0.0.1:port}, without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    /** Answers every request like this. Takes the place of the replies scripted before; {@link #when} rules stay. */
    public ScriptedUpstream always(ScriptedUpstreamReply reply) {
        return answering(r -> reply);
    }

    /** Answers the next request with the first reply, the one after with the second …, and all later ones with the last. */
    public ScriptedUpstream inTurn(ScriptedUpstreamReply... replies) {
        List<ScriptedUpstreamReply> turn = List.of(replies);
        AtomicInteger next = new AtomicInteger();
        return answering(r -> turn.get(Math.min(next.getAndIncrement(), turn.size() - 1)));
    }

    /** Answers each request with what the function makes of it. Called on the connection's thread. */
    public ScriptedUpstream answering(Function<ScriptedUpstreamRequest, ScriptedUpstreamReply> script) {
        synchronized (this) {
            otherwise = script;
        }
        return this;
    }

    /** Answers the requests that match like this, whatever is scripted for the others. The first rule that matches counts. */
    public ScriptedUpstream when(Predicate<ScriptedUpstreamRequest> matches, ScriptedUpstreamReply reply) {
        synchronized (this) {
            rules.add(new Rule(matches, r -> reply));
        }
        return this;
    }

    /** Closes its port, so that connecting is refused at once, and every connection. The port stays its own. */
    public synchronized ScriptedUpstream refuse() {
        try {
            listener.close();
            closeConnections(c -> true);
            portHolder = held(address);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Listens again after {@link #refuse}. */
    public synchronized ScriptedUpstream listen() {
        try {
            portHolder.close();
            listener = bound(address);
            accept(listener);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forgets script and requests, and closes the connections that are still being answered. */
    public synchronized ScriptedUpstream startOver() {
        rules.clear();
        otherwise = r -> UNSCRIPTED;
        closeConnections(ScriptedUpstreamConnection::busy);
        requests.clear();
        return this;
    }

    /** Returns the requests so far, in the order in which they were complete. */
    public synchronized List<ScriptedUpstreamRequest> requests() {
        return List.copyOf(requests);
    }

    /** Returns the request of this number, from 1.
     *
     * @throws AssertionError where there were fewer */
    public ScriptedUpstreamRequest request(int number) {
        List<ScriptedUpstreamRequest> seen = requests();
        if (seen.size() < number) {
            throw new AssertionError("no request " + number + ": there were " + seen.size());
        }
        return seen.get(number - 1);
    }

    /** Waits for the request of this number, from 1.
     *
     * @throws AssertionError where it does not come in time */
    public synchronized ScriptedUpstreamRequest awaitRequest(int number, Duration within) {
        long end = System.nanoTime() + within.toNanos();
        try {
            while (requests.size() < number) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new AssertionError(
                            "no request " + number + " within " + within + ": there were " + requests.size());
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting", e);
        }
        return requests.get(number - 1);
    }

    /** Returns how many connections are open now, idle ones included. */
    public synchronized int openConnections() {
        return connections.size();
    }

    /** Returns how many connections are being answered now. */
    public synchronized int busyConnections() {
        return (int)
                connections.stream().filter(ScriptedUpstreamConnection::busy).count();
    }

    /** Returns how many connections were ever accepted. */
    public synchronized int acceptedConnections() {
        return accepted;
    }

    /** Stops listening and closes every connection. */
    @Override
    public synchronized void close() {
        try {
            listener.close();
            if (portHolder != null) {
                portHolder.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            closeConnections(c -> true);
        }
    }

    ScriptedUpstreamReply replyTo(ScriptedUpstreamRequest request) {
        Function<ScriptedUpstreamRequest, ScriptedUpstreamReply> script;
        synchronized (this) {
            script = rules.stream()
                    .filter(rule -> rule.when().test(request))
                    .map(Rule::reply)
                    .findFirst()
                    .orElse(otherwise);
        }
        return script.apply(request);
    }

    synchronized ScriptedUpstreamRequest record(
            int connection, String method, String target, List<ScriptedUpstreamRequest.Header> headers, byte[] body) {
        ScriptedUpstreamRequest request =
                new ScriptedUpstreamRequest(requests.size() + 1, connection, method, target, headers, body);
        requests.add(request);
        notifyAll();
        return request;
    }

    synchronized void ended(ScriptedUpstreamConnection connection) {
        connections.remove(connection);
    }

    private void accept(ServerSocket from) {
        Thread.startVirtualThread(() -> {
            try {
                while (true) {
                    open(from, from.accept());
                }
            } catch (IOException e) {
                // The listener was closed: the end of this thread's work.
            }
        });
    }

    private void open(ServerSocket from, Socket socket) throws IOException {
        synchronized (this) {
            if (from.isClosed()) {
                socket.close();
                return;
            }
            ScriptedUpstreamConnection connection = new ScriptedUpstreamConnection(this, ++accepted, socket);
            connections.add(connection);
            Thread.startVirtualThread(connection::serve);
        }
    }

    private void closeConnections(Predicate<ScriptedUpstreamConnection> which) {
        List.copyOf(connections).stream().filter(which).forEach(ScriptedUpstreamConnection::close);
    }

    /** The system lets go of a listening port when the thread in accept() has noticed, some moments after close(). */
    private static Socket held(InetSocketAddress address) throws IOException {
        long giveUp = System.nanoTime() + 5_000_000_000L;
        while (true) {
            Socket socket = new Socket();
            try {
                socket.setReuseAddress(true);
                socket.bind(address);
                return socket;
            } catch (BindException e) {
                socket.close();
                if (System.nanoTime() - giveUp > 0) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    private static ServerSocket bound(InetSocketAddress address) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(address, BACKLOG);
        return socket;
    }
}
