package io.tiergate.adapter.exchange;

import io.tiergate.adapter.Dialect;
import tools.jackson.databind.JsonNode;

/**
 * One attempt's request.
 *
 * @param dialect the form of {@code body}: a dialect that the adapter speaks natively, else {@link Dialect#OPENAI_CHAT}
 * @param model the name of the model as it is sent upstream; the same stands in {@code body}
 * @param stream whether the client asked for a stream
 * @param body the JSON document in UTF-8, the source's parameter rules applied; shared, never to be changed
 */
public record NeutralRequest(Dialect dialect, String model, boolean stream, byte[] body) {
    /** Returns the body as a new tree, the caller's own to change. */
    public JsonNode json() {
        return Json.parse(body);
    }
}
