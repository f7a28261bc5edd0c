package io.tiergate.scheduler.upstream;

import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapter.failure.Phase;
import io.tiergate.scheduler.config.Secret;
import io.tiergate.scheduler.source.Source;
import io.tiergate.scheduler.time.TimeSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/**
 * Real calls over HTTP/1.1. Redirects are not followed. A kept-alive connection that the upstream closed before it answered a
 * byte is replaced once by a fresh one: the request cannot have been worked on.
 */
public final class HttpUpstream implements Upstream, AutoCloseable {
    /** Limits of an answer's head: lines to 64 KiB, 200 header fields. A guess well above what providers send. */
    private static final Http1Config HTTP1 = Http1Config.custom()
            .setBufferSize(16 << 10)
            .setMaxLineLength(64 << 10)
            .setMaxHeaderCount(200)
            .build();

    private final TimeSource time;
    private final ConnectPolicy connectPolicy;
    private final Map<String, ConnectionPool> poolBySource = new ConcurrentHashMap<>();
    private final SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();

    /** Makes one without connections. */
    public HttpUpstream(TimeSource time, ConnectPolicy connectPolicy) {
        this.time = time;
        this.connectPolicy = connectPolicy;
    }

    @Override
    public Exchange open(
            Source source, UpstreamRequest request, Secret secret, Duration headersWithin, Cancellation cancellation)
            throws UpstreamException {
        URI base = source.config().baseUrl();
        ConnectionPool pool = poolBySource.computeIfAbsent(poolKey(source, base), k -> new ConnectionPool());
        BasicClassicHttpRequest message = message(base, source.config().headers(), request, secret);
        Optional<PooledConnection> kept = pool.take(time.nanoTime());
        if (kept.isPresent()) {
            try {
                return exchange(kept.get(), pool, message, headersWithin, cancellation);
            } catch (IOException | HttpException e) {
                kept.get().abort();
                cancellation.unbind();
                if (!closedBeforeAnswering(e) || cancellation.isCancelled()) {
                    throw new UpstreamException(Phase.HEADERS, e);
                }
            }
        }
        PooledConnection fresh = connect(source, base);
        try {
            return exchange(fresh, pool, message, headersWithin, cancellation);
        } catch (IOException | HttpException e) {
            fresh.abort();
            cancellation.unbind();
            throw new UpstreamException(Phase.HEADERS, e);
        }
    }

    @Override
    public void close() {
        poolBySource.values().forEach(ConnectionPool::close);
    }

    private Exchange exchange(
            PooledConnection connection,
            ConnectionPool pool,
            BasicClassicHttpRequest message,
            Duration headersWithin,
            Cancellation cancellation)
            throws IOException, HttpException {
        cancellation.bind(connection::abort);
        connection.readWithin(headersWithin);
        connection.http.sendRequestHeader(message);
        connection.http.sendRequestEntity(message);
        connection.http.flush();
        ClassicHttpResponse response = connection.http.receiveResponseHeader();
        while (response.getCode() < 200) {
            response = connection.http.receiveResponseHeader();
        }
        connection.http.receiveResponseEntity(response);
        return new HttpExchange(connection, response, cancellation, c -> pool.park(c, time.nanoTime()));
    }

    /** A reset or an end instead of a first byte, on a connection that was idle before. */
    private static boolean closedBeforeAnswering(Exception e) {
        return e instanceof NoHttpResponseException
                || (e instanceof SocketException && !(e instanceof java.net.ConnectException));
    }

    private PooledConnection connect(Source source, URI base) throws UpstreamException {
        boolean https = base.getScheme().equals("https");
        int port = base.getPort() >= 0 ? base.getPort() : https ? 443 : 80;
        Duration within = source.config().timeouts().connect();
        Socket socket = new Socket();
        try {
            InetAddress address = connectPolicy.resolve(base.getHost());
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            socket.connect(new InetSocketAddress(address, port), (int) Math.max(1, within.toMillis()));
            return new PooledConnection(HTTP1, https ? handshake(socket, base.getHost(), port, within) : socket);
        } catch (IOException e) {
            closeQuietly(socket, e);
            throw new UpstreamException(Phase.CONNECT, e);
        }
    }

    private Socket handshake(Socket socket, String host, int port, Duration within) throws IOException {
        socket.setSoTimeout((int) Math.max(1, within.toMillis()));
        SSLSocket secured = (SSLSocket) tls.createSocket(socket, host, port, true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private static void closeQuietly(Socket socket, IOException cause) {
        try {
            socket.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static String poolKey(Source source, URI base) {
        return source.name() + ' ' + base.getScheme() + ' ' + base.getRawAuthority();
    }

    private static BasicClassicHttpRequest message(
            URI base, Map<String, String> sourceHeaders, UpstreamRequest request, Secret secret) {
        BasicClassicHttpRequest message =
                new BasicClassicHttpRequest(request.method(), stripSlash(base.getRawPath()) + request.path());
        message.addHeader("Host", base.getRawAuthority());
        message.addHeader("Accept-Encoding", "identity");
        boolean typed = false;
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            String value = header.getValue();
            if (value.contains(UpstreamRequest.API_KEY)) {
                if (secret == null) {
                    continue;
                }
                value = value.replace(UpstreamRequest.API_KEY, secret.reveal());
            }
            typed |= header.getKey().equalsIgnoreCase("Content-Type");
            message.addHeader(header.getKey(), value);
        }
        sourceHeaders.forEach(message::setHeader);
        if (request.body() != null) {
            if (!typed) {
                message.addHeader("Content-Type", "application/json");
            }
            message.addHeader("Content-Length", request.body().length);
            message.setEntity(new ByteArrayEntity(request.body(), null));
        }
        return message;
    }

    private static String stripSlash(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
