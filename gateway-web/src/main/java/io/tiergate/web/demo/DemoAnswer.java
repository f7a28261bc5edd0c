package io.tiergate.web.demo;

import io.tiergate.adapter.exchange.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the demo says to one request, as OpenAI chat completion. A word is a token; {@code max_tokens} and
 * {@code max_completion_tokens} cut the answer short.
 *
 * @param id of the completion
 * @param created seconds since 1970
 * @param words the answer, each word with the space before it
 * @param finishReason {@code stop} or {@code length}
 * @param promptTokens words in the request's messages
 * @param usageInStream whether a streamed answer tells its usage
 */
record DemoAnswer(
        String id, long created, List<String> words, String finishReason, int promptTokens, boolean usageInStream) {
    /** The one model there is. */
    static final String MODEL = "demo-chat";

    /** Longest piece of the question that is said back, in characters. */
    private static final int MAX_ECHO = 200;

    private static final String GREETING =
            "This is the demo inside Tiergate: no model thought about it, but the request took the way that a real one takes.";
    private static final String NEXT = "Name a source in config.yaml to talk to a model.";

    DemoAnswer {
        words = List.copyOf(words);
    }

    /** Returns the answer to a chat completion request; whatever it lacks is taken as empty. */
    static DemoAnswer to(JsonNode request, String id, long created) {
        String question = "";
        int promptTokens = 0;
        for (JsonNode message : request.path("messages")) {
            String text = text(message.path("content"));
            promptTokens += words(text).size();
            if (message.path("role").asString("").equals("user")) {
                question = text;
            }
        }
        List<String> words = words(sentence(question));
        int limit = Math.min(limit(request.path("max_tokens")), limit(request.path("max_completion_tokens")));
        boolean cut = words.size() > limit;
        boolean usage = request.path("stream_options").path("include_usage").asBoolean(false);
        return new DemoAnswer(
                id, created, cut ? words.subList(0, limit) : words, cut ? "length" : "stop", promptTokens, usage);
    }

    /** Returns the object of an answer that is not streamed. */
    ObjectNode whole() {
        ObjectNode answer = object("chat.completion");
        ObjectNode choice = choice(answer);
        choice.putObject("message").put("role", "assistant").put("content", String.join("", words));
        choice.put("finish_reason", finishReason);
        answer.set("usage", usage());
        return answer;
    }

    /** Returns the data of a streamed answer's events, in order, {@code [DONE]} at the end. */
    List<String> events() {
        List<String> events = new ArrayList<>(words.size() + 4);
        events.add(chunk("role", "assistant", null));
        words.forEach(word -> events.add(chunk("content", word, null)));
        events.add(chunk(null, null, finishReason));
        if (usageInStream) {
            ObjectNode last = object("chat.completion.chunk");
            last.putArray("choices");
            last.set("usage", usage());
            events.add(last.toString());
        }
        events.add("[DONE]");
        return events;
    }

    private String chunk(String field, String value, String finishReason) {
        ObjectNode chunk = object("chat.completion.chunk");
        ObjectNode choice = choice(chunk);
        ObjectNode delta = choice.putObject("delta");
        if (field != null) {
            delta.put(field, value);
        }
        choice.put("finish_reason", finishReason);
        return chunk.toString();
    }

    private ObjectNode object(String type) {
        return Json.mapper()
                .createObjectNode()
                .put("id", id)
                .put("object", type)
                .put("created", created)
                .put("model", MODEL);
    }

    private static ObjectNode choice(ObjectNode parent) {
        return parent.putArray("choices").addObject().put("index", 0);
    }

    private ObjectNode usage() {
        return Json.mapper()
                .createObjectNode()
                .put("prompt_tokens", promptTokens)
                .put("completion_tokens", words.size())
                .put("total_tokens", promptTokens + words.size());
    }

    private static String sentence(String question) {
        String echo = question.length() <= MAX_ECHO
                ? question
                : question.substring(0, question.offsetByCodePoints(0, MAX_ECHO / 2)) + " …";
        return echo.isBlank() ? GREETING + " " + NEXT : GREETING + " You said: “" + echo.strip() + "” " + NEXT;
    }

    private static int limit(JsonNode limit) {
        return limit.isIntegralNumber() ? Math.clamp(limit.asLong(), 1, Integer.MAX_VALUE) : Integer.MAX_VALUE;
    }

    /** Returns the text of a message: its content, or the text parts of it. */
    private static String text(JsonNode content) {
        if (content.isString()) {
            return content.stringValue();
        }
        List<String> parts = new ArrayList<>();
        content.forEach(part -> parts.add(part.path("text").asString("")));
        return String.join(" ", parts);
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.strip().split("\\s+", -1)) {
            if (!word.isEmpty()) {
                words.add(words.isEmpty() ? word : " " + word);
            }
        }
        return words;
    }
}
