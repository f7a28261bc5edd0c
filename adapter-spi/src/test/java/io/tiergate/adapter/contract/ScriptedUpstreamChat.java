package io.tiergate.adapter.contract;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.json;

import io.tiergate.adapter.exchange.Json;

/** Answers in the form of OpenAI's chat API, for the scripts of a {@link ScriptedUpstream}. Usage is always 3 + 2 = 5 tokens. */
public final class ScriptedUpstreamChat {
    /** The data of the event that ends a stream. */
    public static final String DONE = "[DONE]";

    private static final String USAGE = "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}";

    private ScriptedUpstreamChat() {}

    /** Returns a whole answer with this content. */
    public static ScriptedUpstreamReply answer(String content) {
        return json(200, """
                {"id":"c1","object":"chat.completion","created":1764547200,"model":"upstream-model","choices":[\
                {"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],%s}\
                """.formatted(quoted(content), USAGE));
    }

    /** Returns a stream as OpenAI's: the role, one event for each content, the finish reason, the usage by itself, the end. */
    public static ScriptedUpstreamReply stream(String... contents) {
        ScriptedUpstreamReply reply = eventStream().event(role());
        for (String content : contents) {
            reply = reply.event(delta(content));
        }
        return reply.event(finish()).event(usage()).event(DONE);
    }

    /** Returns an error answer in OpenAI's form. */
    public static ScriptedUpstreamReply error(int status, String message, String type, String code) {
        return json(
                status,
                "{\"error\":{\"message\":%s,\"type\":%s,\"param\":null,\"code\":%s}}"
                        .formatted(quoted(message), quoted(type), quoted(code)));
    }

    /** Returns a chunk that has the role alone. */
    public static String role() {
        return chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null");
    }

    /** Returns a chunk with this content. */
    public static String delta(String content) {
        return chunk("{\"content\":" + quoted(content) + "}", "null");
    }

    /** Returns the chunk with finish reason {@code stop}. */
    public static String finish() {
        return chunk("{}", "\"stop\"");
    }

    /** Returns the chunk with the usage and no choice. */
    public static String usage() {
        return """
                {"id":"c1","object":"chat.completion.chunk","created":1764547200,"model":"upstream-model","choices":[],%s}\
                """.formatted(USAGE);
    }

    private static String chunk(String delta, String finishReason) {
        return """
                {"id":"c1","object":"chat.completion.chunk","created":1764547200,"model":"upstream-model","choices":[\
                {"index":0,"delta":%s,"finish_reason":%s}]}\
                """.formatted(delta, finishReason);
    }

    private static String quoted(String text) {
        return Json.mapper().writeValueAsString(text);
    }
}
