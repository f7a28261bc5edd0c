package io.tiergate.adapter.failure;

import io.tiergate.adapter.exchange.Json;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.MissingNode;

/**
 * The body of an answer, as far as its kind goes.
 *
 * @param root the object where it is {@link Form#JSON}, else a missing node
 * @param text the text where it is {@link Form#TEXT} or {@link Form#WEB_PAGE}, at most 4,096 characters, else empty
 */
record AnswerBody(Form form, JsonNode root, String text) {
    enum Form {
        NONE,
        JSON,
        WEB_PAGE,
        TEXT
    }

    /** The host cuts error bodies here (UpstreamResponse); more is not read. */
    private static final int LONGEST = 64 << 10;

    private static final int LONGEST_TEXT = 4_096;

    private static final JsonNode NOTHING = MissingNode.getInstance();

    /** What follows an event's data, such as {@code data: [DONE]}, is not read. */
    private static final ObjectReader READER =
            Json.mapper().reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Never throws: what cannot be read as JSON, such as a document that was cut, is text. */
    static AnswerBody read(byte[] body) {
        return read(new String(body, 0, Math.min(body.length, LONGEST), StandardCharsets.UTF_8));
    }

    static AnswerBody read(String body) {
        String document = payload(withoutByteOrderMark(body).strip());
        if (document.isEmpty()) {
            return new AnswerBody(Form.NONE, NOTHING, "");
        }
        if (document.charAt(0) == '<') {
            return new AnswerBody(Form.WEB_PAGE, NOTHING, head(document));
        }
        JsonNode tree = tree(document);
        JsonNode root = tree.isArray() ? tree.path(0) : tree; // Google wraps errors in an array where it streams
        if (root.isObject()) {
            return new AnswerBody(Form.JSON, root, "");
        }
        return new AnswerBody(Form.TEXT, NOTHING, head(root.isString() ? root.stringValue() : document));
    }

    private static String withoutByteOrderMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static String head(String text) {
        return text.substring(0, Math.min(text.length(), LONGEST_TEXT));
    }

    /** Returns the first data of an event stream that came instead of a body. */
    private static String payload(String text) {
        if (!text.startsWith("data:") && !text.startsWith("event:")) {
            return text;
        }
        return text.lines()
                .limit(8)
                .filter(line -> line.startsWith("data:"))
                .map(line -> line.substring("data:".length()).strip())
                .findFirst()
                .orElse(text);
    }

    private static JsonNode tree(String text) {
        char first = text.charAt(0);
        if (first != '{' && first != '[' && first != '"') {
            return NOTHING;
        }
        try {
            return READER.readTree(text);
        } catch (JacksonException cutOrNoJson) {
            return NOTHING;
        }
    }
}
