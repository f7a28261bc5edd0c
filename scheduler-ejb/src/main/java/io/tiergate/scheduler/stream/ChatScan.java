package io.tiergate.scheduler.stream;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.Usage;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/**
 * Reads from an OpenAI chat chunk, completion, or list of embeddings or images just what the relay needs, with a streaming parser: no tree, and one pass over
 * bytes that are forwarded as they are. Pure.
 */
public final class ChatScan {
    private ChatScan() {}

    /**
     * Adds to {@code facts} what a JSON document in UTF-8 shows.
     *
     * @throws JacksonException where it is no JSON
     */
    public static void scan(byte[] buffer, int offset, int length, ChatFacts facts) {
        try (JsonParser json = Json.mapper().createParser(buffer, offset, length)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                document(json, facts);
            } else {
                json.skipChildren();
            }
            if (json.nextToken() != null) {
                throw new tools.jackson.core.exc.StreamReadException(json, "more than one document");
            }
        }
    }

    /** As {@link #scan(byte[], int, int, ChatFacts)}, for a tree. */
    public static void scan(JsonNode document, ChatFacts facts) {
        try (JsonParser json = Json.mapper().treeAsTokens(document)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                document(json, facts);
            }
        }
    }

    private static void document(JsonParser json, ChatFacts facts) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            switch (name) {
                case "choices" -> {
                    if (value == JsonToken.START_ARRAY) {
                        while (json.nextToken() != JsonToken.END_ARRAY) {
                            choice(json, facts);
                        }
                    }
                }
                case "data" -> {
                    if (value == JsonToken.START_ARRAY) {
                        facts.sawData();
                    }
                    json.skipChildren();
                }
                case "usage" -> usage(json, value, facts);
                case "error" -> {
                    if (value != JsonToken.VALUE_NULL && value != JsonToken.VALUE_FALSE) {
                        facts.sawError();
                    }
                    json.skipChildren();
                }
                default -> json.skipChildren();
            }
        }
    }

    private static void choice(JsonParser json, ChatFacts facts) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        facts.sawChoice();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            switch (name) {
                case "delta", "message" -> {
                    if (value == JsonToken.START_OBJECT) {
                        delta(json, facts);
                    }
                }
                case "finish_reason" -> {
                    // some upstreams write "" or "null" on inner chunks
                    if (value == JsonToken.VALUE_STRING
                            && !json.getString().isEmpty()
                            && !json.getString().equals("null")) {
                        facts.sawFinish();
                    }
                }
                case "text" -> text(json, value, facts);
                default -> json.skipChildren();
            }
        }
    }

    /** Whatever a delta holds beside its role counts as content, so that new kinds of it do too. */
    private static void delta(JsonParser json, ChatFacts facts) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (name.equals("role")) {
                json.skipChildren();
            } else {
                text(json, value, facts);
            }
        }
    }

    private static void text(JsonParser json, JsonToken value, ChatFacts facts) {
        switch (value) {
            case VALUE_STRING -> {
                int characters = json.getStringLength();
                if (characters > 0) {
                    saw(json, characters, facts);
                }
            }
            case START_ARRAY, START_OBJECT -> nested(json, facts);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE -> facts.sawContent(0);
            default -> {
                // null and false are nothing
            }
        }
    }

    private static void saw(JsonParser json, int characters, ChatFacts facts) {
        facts.sawContent(characters);
        if (facts.wantsSample()) {
            facts.sample(json.getString());
        }
    }

    private static void nested(JsonParser json, ChatFacts facts) {
        int depth = 1;
        while (depth > 0) {
            JsonToken token = json.nextToken();
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token == JsonToken.VALUE_STRING) {
                saw(json, json.getStringLength(), facts);
            } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
                facts.sawContent(0);
            }
        }
    }

    private static void usage(JsonParser json, JsonToken value, ChatFacts facts) {
        if (value != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        long prompt = 0;
        long completion = 0;
        long total = 0;
        long cached = 0;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken member = json.nextToken();
            switch (name) {
                case "prompt_tokens", "input_tokens" -> prompt = count(json, member);
                case "completion_tokens", "output_tokens" -> completion = count(json, member);
                case "total_tokens" -> total = count(json, member);
                case "prompt_tokens_details" -> cached = cached(json, member);
                default -> json.skipChildren();
            }
        }
        total = Math.max(total, prompt + completion);
        if (total > 0) {
            facts.sawUsage(new Usage(prompt, completion, total, cached, false));
        }
    }

    private static long cached(JsonParser json, JsonToken value) {
        long cached = 0;
        if (value == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isCached = json.currentName().equals("cached_tokens");
                JsonToken member = json.nextToken();
                if (isCached) {
                    cached = count(json, member);
                } else {
                    json.skipChildren();
                }
            }
        }
        return cached;
    }

    private static long count(JsonParser json, JsonToken value) {
        if (value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_NUMBER_FLOAT) {
            return Math.max(0, (long) json.getDoubleValue());
        }
        json.skipChildren();
        return 0;
    }
}
