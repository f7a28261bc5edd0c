package io.tiergate.scheduler;

import io.tiergate.adapter.Dialect;
import io.tiergate.scheduler.upstream.Cancellation;
import java.util.Map;

/**
 * One request of a client as the web module read it.
 *
 * @param id the request's id, as it stands in the log and in {@code x-tiergate-request-id}
 * @param dialect the inbound API
 * @param body the body as it came, decompressed; shared, never changed
 * @param headers the client's header fields that may travel on: an allow-list, no credentials
 * @param key the name of the gateway key, or "" where none was needed
 * @param cancellation cancelled when the client leaves
 */
public record GatewayRequest(
        String id, Dialect dialect, byte[] body, Map<String, String> headers, String key, Cancellation cancellation) {
    /** Copies the headers. */
    public GatewayRequest {
        headers = Map.copyOf(headers);
    }
}
