package io.tiergate.scheduler.config;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.scheduler.config.Node.Entry;
import io.tiergate.scheduler.config.Node.Fields;
import io.tiergate.scheduler.config.Node.Items;
import io.tiergate.scheduler.config.Node.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads the runtime file into {@link Node}s, from the parser's tokens, so that every piece keeps its line. For one document. */
final class JsonReader {
    private final String file;
    private final Problems problems;
    private final JsonParser parser;

    private JsonReader(String file, Problems problems, JsonParser parser) {
        this.file = file;
        this.problems = problems;
        this.parser = parser;
    }

    /** Returns the document; empty where a problem makes the rest unreadable. */
    static Optional<Fields> read(String file, String document, Problems problems) {
        int line = 0;
        try (JsonParser parser = Json.mapper().createParser(document)) {
            try {
                JsonReader reader = new JsonReader(file, problems, parser);
                parser.nextToken();
                Node root = reader.node();
                if (parser.nextToken() == null && root instanceof Fields fields) {
                    return Optional.of(fields);
                }
                problems.add(
                        ProblemCode.WRONG_TYPE,
                        "",
                        root.place(),
                        (root instanceof Fields ? "more than one object" : root.kindForPeople())
                                + " (expected: one JSON object)",
                        "Restore the file from a copy, or move it away to start without it.");
                return Optional.empty();
            } catch (JacksonException e) {
                line = parser.currentLocation().getLineNr();
                throw e;
            }
        } catch (JacksonException e) {
            // its message may quote the text around, which may hold a key
            problems.add(
                    ProblemCode.SYNTAX,
                    "",
                    new Place(file, line, true),
                    "not JSON",
                    "Restore the file from a copy, or move it away to start without it.");
            return Optional.empty();
        }
    }

    /** Reads the value whose first token is the current one. The mapper's limit on nesting bounds the recursion. */
    private Node node() {
        Place place = place();
        JsonToken token = parser.currentToken();
        if (token == null) {
            return new Scalar("", Scalar.Type.NULL, place);
        }
        return switch (token) {
            case START_OBJECT -> fields(place);
            case START_ARRAY -> {
                List<Node> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(node());
                }
                yield new Items(items, place);
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Scalar(parser.getString(), Scalar.Type.NUMBER, place);
            case VALUE_TRUE, VALUE_FALSE -> new Scalar(parser.getString(), Scalar.Type.BOOLEAN, place);
            case VALUE_NULL -> new Scalar("null", Scalar.Type.NULL, place);
            default -> new Scalar(parser.getString(), Scalar.Type.TEXT, place);
        };
    }

    private Fields fields(Place place) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            Place at = place();
            parser.nextToken();
            Entry entry = new Entry(at, node());
            if (entries.putIfAbsent(key, entry) != null) {
                problems.add(
                        ProblemCode.DUPLICATE_KEY,
                        "",
                        at,
                        "the key " + Problems.quote(key) + " for the second time (first: line "
                                + entries.get(key).place().line() + ")",
                        "Keep one of the two.");
            }
        }
        return new Fields(entries, place);
    }

    private Place place() {
        return new Place(file, parser.currentTokenLocation().getLineNr(), true);
    }
}
