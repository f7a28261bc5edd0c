package io.tiergate.adapter.exchange;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/**
 * One event of an upstream's stream.
 *
 * @param name the value of its {@code event} field, or "" where it had none
 * @param data its data, several {@code data} lines joined by a line feed; never null
 */
public record StreamEvent(String name, byte[] data) {
    /** Returns the data as text. */
    public String text() {
        return new String(data, StandardCharsets.UTF_8);
    }

    /** Returns whether the data is the text {@code [DONE]}, with or without white space around it. */
    public boolean isDone() {
        return data.length >= 6 && data.length < 32 && text().strip().equals("[DONE]");
    }

    /** Returns the data as a new tree.
     *
     * @throws tools.jackson.core.JacksonException where it is not JSON */
    public JsonNode json() {
        return Json.parse(data);
    }
}
