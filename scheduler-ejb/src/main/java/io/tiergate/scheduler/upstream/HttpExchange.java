package io.tiergate.scheduler.upstream;

import io.tiergate.adapter.exchange.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;

/** An answer that is read from a pooled connection. */
final class HttpExchange implements Upstream.Exchange {
    private final PooledConnection connection;
    private final ClassicHttpResponse response;
    private final Cancellation cancellation;
    private final Consumer<PooledConnection> park;
    private final InputStream body;
    private boolean ended;

    HttpExchange(
            PooledConnection connection,
            ClassicHttpResponse response,
            Cancellation cancellation,
            Consumer<PooledConnection> park)
            throws IOException {
        this.connection = connection;
        this.response = response;
        this.cancellation = cancellation;
        this.park = park;
        HttpEntity entity = response.getEntity();
        this.body = entity == null ? InputStream.nullInputStream() : entity.getContent();
        this.ended = entity == null;
    }

    @Override
    public int status() {
        return response.getCode();
    }

    @Override
    public Headers headers() {
        Map<String, List<String>> fields = new HashMap<>();
        for (Header header : response.getHeaders()) {
            fields.computeIfAbsent(header.getName().toLowerCase(Locale.ROOT), n -> new ArrayList<>(1))
                    .add(header.getValue());
        }
        return Headers.of(fields);
    }

    @Override
    public int read(byte[] into, Duration within) throws IOException {
        if (ended) {
            return -1;
        }
        connection.readWithin(within);
        int n = body.read(into, 0, into.length);
        ended = n < 0;
        return n;
    }

    @Override
    public boolean hasMore() {
        try {
            return !ended && body.available() > 0;
        } catch (IOException e) {
            return true; // the next read says so
        }
    }

    @Override
    public void close() {
        cancellation.unbind();
        if (ended && !cancellation.isCancelled() && keepsAlive()) {
            park.accept(connection);
        } else {
            connection.abort();
        }
    }

    private boolean keepsAlive() {
        Header header = response.getFirstHeader("Connection");
        String value = header == null || header.getValue() == null ? "" : header.getValue();
        HttpEntity entity = response.getEntity();
        boolean delimited = entity == null || entity.isChunked() || entity.getContentLength() >= 0;
        return delimited
                && !value.equalsIgnoreCase("close")
                && response.getVersion() != null
                && response.getVersion().greaterEquals(org.apache.hc.core5.http.HttpVersion.HTTP_1_1);
    }
}
