package io.tiergate.adapter.exchange;

import java.util.Map;

/**
 * The call that an adapter wants made.
 *
 * @param method the HTTP method
 * @param path what follows the source's base URL, with a slash at its start; may hold a query
 * @param headers header fields to send beside the host's own; the text <code>${api_key}</code> in a value is replaced by the key
 *     of the attempt, and a header with it is left out where the source has no key
 * @param body the body, or null for none; sent as {@code application/json} unless a header says otherwise
 */
public record UpstreamRequest(String method, String path, Map<String, String> headers, byte[] body) {
    /** The text in a header's value that the host replaces by the key. */
    public static final String API_KEY = "${api_key}";

    /** The usual way to send the key. */
    public static final Map<String, String> BEARER = Map.of("Authorization", "Bearer " + API_KEY);

    /** Copies the headers. */
    public UpstreamRequest {
        headers = Map.copyOf(headers);
    }

    /** Returns a POST with the key as a bearer token. */
    public static UpstreamRequest post(String path, byte[] body) {
        return new UpstreamRequest("POST", path, BEARER, body);
    }

    /** Returns a GET with the key as a bearer token. */
    public static UpstreamRequest get(String path) {
        return new UpstreamRequest("GET", path, BEARER, null);
    }
}
