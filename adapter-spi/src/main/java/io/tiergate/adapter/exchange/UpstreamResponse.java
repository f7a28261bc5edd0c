package io.tiergate.adapter.exchange;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/**
 * A whole answer of an upstream.
 *
 * @param status the HTTP status
 * @param headers its header fields
 * @param body its body, decoded; empty where there is none. An error's body may be cut at 64 KiB
 */
public record UpstreamResponse(int status, Headers headers, byte[] body) {
    /** Returns the body as a new tree.
     *
     * @throws tools.jackson.core.JacksonException where it is not JSON */
    public JsonNode json() {
        return Json.parse(body);
    }

    /** Returns the body as text; bytes that are not UTF-8 become the replacement character. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
