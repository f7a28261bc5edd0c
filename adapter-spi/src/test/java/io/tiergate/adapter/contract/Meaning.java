package io.tiergate.adapter.contract;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.NeutralEvent;
import io.tiergate.adapter.exchange.Usage;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a client reads from an answer, however it was cut into chunks: the first choice's {@code text}, {@code reasoning},
 * {@code refusal}, {@code tool_calls} ({@code id}, {@code name}, {@code arguments} as text), {@code finish_reason}, the last
 * {@code usage} that holds numbers ({@code prompt}, {@code completion}, {@code total}, {@code cached}), and of a stream how it
 * {@code ends}: {@code done}, {@code open} (the body ended and the upstream did not say that the answer is whole), or
 * {@code failed} and a status. What is not there is left out.
 */
final class Meaning {
    private static final class ToolCall {
        String id = "";
        String name = "";
        final StringBuilder arguments = new StringBuilder();
    }

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private final TreeMap<Integer, ToolCall> toolCalls = new TreeMap<>();
    private String finishReason;
    private Usage usage;

    private Meaning() {}

    static JsonNode ofAnswer(JsonNode completion) {
        Meaning meaning = new Meaning();
        meaning.read(completion, "message");
        return meaning.json();
    }

    static JsonNode ofStream(List<NeutralEvent> events) {
        Meaning meaning = new Meaning();
        String ends = "open";
        for (NeutralEvent event : events) {
            switch (event) {
                case NeutralEvent.Chunk chunk -> meaning.read(chunk.chunk(), "delta");
                case NeutralEvent.Done done -> ends = "done";
                case NeutralEvent.Failed failed -> ends = "failed " + failed.status();
            }
        }
        return meaning.json().put("ends", ends);
    }

    private void read(JsonNode object, String part) {
        for (JsonNode choice : object.path("choices")) {
            if (choice.path("index").asInt(0) == 0) {
                JsonNode message = choice.path(part);
                text.append(message.path("content").asString(""));
                reasoning.append(message.path("reasoning_content")
                        .asString(message.path("reasoning").asString("")));
                refusal.append(message.path("refusal").asString(""));
                readToolCalls(message.path("tool_calls"));
                finishReason = choice.path("finish_reason").asString(finishReason);
            }
        }
        Usage stated = Usage.of(object.get("usage"));
        usage = stated == null ? usage : stated;
    }

    private void readToolCalls(JsonNode calls) {
        for (int i = 0; i < calls.size(); i++) {
            JsonNode call = calls.get(i);
            ToolCall known = toolCalls.computeIfAbsent(call.path("index").asInt(i), index -> new ToolCall());
            known.id += call.path("id").asString("");
            known.name += call.path("function").path("name").asString("");
            known.arguments.append(call.path("function").path("arguments").asString(""));
        }
    }

    private ObjectNode json() {
        ObjectNode json = Json.mapper().createObjectNode();
        put(json, "text", text);
        put(json, "reasoning", reasoning);
        put(json, "refusal", refusal);
        for (ToolCall call : toolCalls.values()) {
            json.withArray("tool_calls")
                    .addObject()
                    .put("id", call.id)
                    .put("name", call.name)
                    .put("arguments", call.arguments.toString());
        }
        if (finishReason != null) {
            json.put("finish_reason", finishReason);
        }
        if (usage != null) {
            ObjectNode numbers = json.putObject("usage")
                    .put("prompt", (int) usage.prompt())
                    .put("completion", (int) usage.completion())
                    .put("total", (int) usage.total());
            if (usage.cached() > 0) {
                numbers.put("cached", (int) usage.cached());
            }
        }
        return json;
    }

    private static void put(ObjectNode json, String key, StringBuilder value) {
        if (!value.isEmpty()) {
            json.put(key, value.toString());
        }
    }
}
