package io.tiergate.scheduler.config;

import io.tiergate.adapter.exchange.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns {@link Node}s into JSON: numbers keep their digits, and what a variable was expanded in is text. */
final class NodeJson {
    /** Longest number, in characters; the limit of {@link Json#mapper()}. */
    private static final int LONGEST_NUMBER = 1_000;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Variables variables;
    private final Problems problems;

    NodeJson(Variables variables, Problems problems) {
        this.variables = variables;
        this.problems = problems;
    }

    /** Returns the value as JSON; where a piece has a problem, it is reported and stands as null. */
    JsonNode of(Node node, String key) {
        return switch (node) {
            case Node.Fields fields -> object(fields, key);
            case Node.Items items -> {
                ArrayNode array = JSON.arrayNode();
                for (int i = 0; i < items.items().size(); i++) {
                    array.add(of(items.items().get(i), key + "[" + i + "]"));
                }
                yield array;
            }
            case Node.Scalar scalar -> scalar(scalar, key);
        };
    }

    ObjectNode object(Node.Fields fields, String key) {
        ObjectNode object = JSON.objectNode();
        fields.entries()
                .forEach((name, entry) -> object.set(name, of(entry.value(), key.isEmpty() ? name : key + "." + name)));
        return object;
    }

    private JsonNode scalar(Node.Scalar scalar, String key) {
        return switch (scalar.type()) {
            case NULL -> JSON.nullNode();
            case BOOLEAN -> JSON.booleanNode(Boolean.parseBoolean(scalar.written()));
            case NUMBER ->
                number(scalar.written()).orElseGet(() -> {
                    problems.add(
                            ProblemCode.WRONG_FORM,
                            key,
                            scalar.place(),
                            Problems.quote(scalar.written()) + " (expected: a number that JSON can hold)",
                            "Write a finite number, or quote it if it is text.");
                    return JSON.nullNode();
                });
            case TEXT ->
                variables
                        .expand(scalar, key, problems)
                        .<JsonNode>map(JSON::stringNode)
                        .orElseGet(JSON::nullNode);
        };
    }

    /** Reads a number in the spellings of YAML's core schema, JSON's among them. */
    private static Optional<JsonNode> number(String written) {
        if (written.length() > LONGEST_NUMBER) {
            return Optional.empty();
        }
        try {
            if (written.startsWith("0x")) {
                return Optional.of(JSON.numberNode(new BigInteger(written.substring(2), 16)));
            }
            if (written.startsWith("0o")) {
                return Optional.of(JSON.numberNode(new BigInteger(written.substring(2), 8)));
            }
            if (written.matches("[-+]?[0-9]+")) {
                BigInteger whole = new BigInteger(written);
                return Optional.of(whole.bitLength() < Long.SIZE ? whole(whole.longValue()) : JSON.numberNode(whole));
            }
            return Optional.of(JSON.numberNode(new BigDecimal(written)));
        } catch (NumberFormatException e) {
            return Optional.empty(); // .inf and .nan
        }
    }

    /** Returns the node that Jackson itself would have read, so that equal numbers are equal nodes. */
    private static JsonNode whole(long value) {
        return value == (int) value ? JSON.numberNode((int) value) : JSON.numberNode(value);
    }
}
