package io.tiergate.scheduler.stream;

import io.tiergate.adapter.exchange.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a stream of a whole chat completion, for an upstream that answers JSON although a stream was asked. */
public final class ChatCompletionEvents {
    private ChatCompletionEvents() {}

    /** Returns the events: one chunk with each choice's message and finish reason, the usage if wanted, and the terminal marker. */
    public static byte[] of(byte[] completion, boolean withUsage) {
        ByteBuilder out = new ByteBuilder();
        if (Json.parse(completion) instanceof ObjectNode chunk) {
            chunk.put("object", "chat.completion.chunk");
            JsonNode usage = chunk.remove("usage");
            for (JsonNode choice : chunk.path("choices")) {
                if (choice instanceof ObjectNode object && object.has("message")) {
                    object.set("delta", withIndexes(object.remove("message")));
                }
            }
            append(out, chunk);
            if (withUsage && usage != null) {
                chunk.putArray("choices");
                chunk.set("usage", usage);
                append(out, chunk);
            }
        }
        EventFrames.appendDone(out);
        return out.toArray();
    }

    private static JsonNode withIndexes(JsonNode message) {
        int index = 0;
        for (JsonNode call : message.path("tool_calls")) {
            if (call instanceof ObjectNode object && !object.has("index")) {
                object.put("index", index);
            }
            index++;
        }
        return message;
    }

    private static void append(ByteBuilder out, JsonNode chunk) {
        byte[] data = Json.write(chunk);
        EventFrames.append(out, "", data, 0, data.length);
    }
}
