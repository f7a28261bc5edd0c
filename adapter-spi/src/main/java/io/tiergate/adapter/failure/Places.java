package io.tiergate.adapter.failure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Places in a JSON object where a value may stand, tried in order. */
record Places(List<JsonPointer> pointers) {
    static Places of(String... pointers) {
        return new Places(Arrays.stream(pointers).map(JsonPointer::compile).toList());
    }

    /** Returns the first object. */
    Optional<JsonNode> object(JsonNode node) {
        return nodes(node).filter(n -> n.isObject() && !n.isEmpty()).findFirst();
    }

    /** Returns the first value that is a text and not blank, or null. */
    String string(JsonNode node) {
        return nodes(node)
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .filter(s -> !s.isBlank())
                .findFirst()
                .orElse(null);
    }

    /** Returns the first value that is a text or a number, as text, or null: codes come as either. */
    String text(JsonNode node) {
        return nodes(node)
                .map(Places::scalar)
                .filter(s -> s != null)
                .findFirst()
                .orElse(null);
    }

    /** Returns the first value that is an HTTP error status, as a number or as digits, or 0. */
    int errorStatus(JsonNode node) {
        return nodes(node)
                .mapToInt(n -> errorStatusIn(scalar(n)))
                .filter(s -> s != 0)
                .findFirst()
                .orElse(0);
    }

    /** Returns the number that a text of three digits is where it is an HTTP error status, else 0. */
    static int errorStatusIn(String text) {
        if (text == null || text.length() != 3 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return 0;
        }
        int number = Integer.parseInt(text);
        return number >= 400 && number <= 599 ? number : 0;
    }

    Stream<JsonNode> nodes(JsonNode node) {
        return pointers.stream().map(node::at).filter(n -> !n.isMissingNode() && !n.isNull());
    }

    private static String scalar(JsonNode value) {
        if (value.isString()) {
            return value.stringValue().isBlank() ? null : value.stringValue();
        }
        return value.isNumber() ? value.asString() : null;
    }
}
