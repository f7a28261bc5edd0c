package io.tiergate.adapters.lua;

import io.tiergate.adapter.exchange.Json;
import java.math.BigDecimal;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON to Lua's values and back: objects and arrays are tables, null is {@link JsonNull}, text is bytes in UTF-8, numbers are
 * numbers but for those of {@link JsonNumbers}. What goes to a script and comes back untouched is the same JSON, key for key and
 * digit for digit; see {@link JsonTable}.
 *
 * <p>Runs no code of the script: metatables are not looked at.
 */
final class LuaValues {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** What a node of JSON takes, besides its text: an estimate in bytes. */
    private static final int NODE_BYTES = 32;

    private final Meter meter;

    LuaValues(Meter meter) {
        this.meter = meter;
    }

    /**
     * Returns a document's value.
     *
     * @throws JacksonException where it is not one JSON document
     */
    LuaValue read(byte[] document, int offset, int length) {
        try (JsonParser parser = Json.mapper().createParser(document, offset, length)) {
            return readWhole(parser);
        }
    }

    /** Returns the value of a document that the host hands in. Throws as above. */
    LuaValue read(byte[] document) {
        meter.input(document.length);
        return read(document, 0, document.length);
    }

    /** Returns a tree's value. */
    LuaValue read(JsonNode tree) {
        try (JsonParser parser = Json.mapper().treeAsTokens(tree)) {
            return readWhole(parser);
        }
    }

    private LuaValue readWhole(JsonParser parser) {
        if (parser.nextToken() == null) {
            throw new StreamReadException(parser, "no content");
        }
        LuaValue value = value(parser);
        if (parser.nextToken() != null) {
            throw new StreamReadException(parser, "more after the end");
        }
        return value;
    }

    private LuaValue value(JsonParser parser) {
        meter.tick();
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> Text.of(parser.getString());
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? JsonNumbers.integer(parser.getBigIntegerValue())
                        : JsonNumbers.integer(parser.getLongValue());
            case VALUE_NUMBER_FLOAT -> JsonNumbers.decimal(parser.getDecimalValue());
            case VALUE_TRUE -> LuaValue.TRUE;
            case VALUE_FALSE -> LuaValue.FALSE;
            default -> JsonNull.INSTANCE;
        };
    }

    private LuaValue object(JsonParser parser) {
        JsonTable table = JsonTable.object();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            LuaString key = Names.of(parser.currentName());
            parser.nextToken();
            put(table, key, parser);
        }
        return table;
    }

    private LuaValue array(JsonParser parser) {
        JsonTable table = JsonTable.array(0);
        for (int i = 1; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            put(table, LuaValue.valueOf(i), parser);
        }
        return table;
    }

    private void put(JsonTable table, LuaValue key, JsonParser parser) {
        LuaValue value = value(parser);
        table.rawset(key, value);
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT && value instanceof LuaNumber number) {
            BigDecimal written = parser.getDecimalValue();
            if (!JsonNumbers.isSaidBy(number, written)) {
                table.remember(key, value, NODES.numberNode(written));
            }
        }
    }

    /**
     * Returns a value as JSON. A table whose keys are 1 to n is an array, one whose keys are text is an object, an empty one is what
     * it was when it came, and an object where the script made it.
     *
     * @throws ScriptError where it has no JSON form; the message names the place
     */
    JsonNode write(LuaValue value) {
        try {
            return node(value, 0);
        } catch (Unwritable e) {
            throw new ScriptError(e.getMessage());
        }
    }

    private JsonNode node(LuaValue value, int depth) {
        meter.tick();
        meter.allocate(NODE_BYTES);
        return switch (value) {
            case LuaString text -> text(text);
            case LuaTable table -> container(table, depth);
            case LuaNumber number -> number(number);
            case LuaValue v when v.isboolean() -> NODES.booleanNode(v.toboolean());
            case JsonNull n -> NODES.nullNode();
            default -> throw new Unwritable("a " + value.typename() + ", which JSON cannot say");
        };
    }

    private JsonNode text(LuaString text) {
        JsonNode number = JsonNumbers.marked(text);
        meter.allocate(text.m_length);
        return number != null ? number : NODES.stringNode(Text.string(text));
    }

    private static JsonNode number(LuaNumber number) {
        try {
            return JsonNumbers.node(number);
        } catch (IllegalArgumentException e) {
            throw new Unwritable(e.getMessage());
        }
    }

    private JsonNode container(LuaTable table, int depth) {
        if (depth == Json.MAX_DEPTH) {
            throw new Unwritable("nested deeper than " + Json.MAX_DEPTH + " levels (does a table contain itself?)");
        }
        int length = table.rawlen();
        if (length > 0) {
            return array(table, length, depth);
        }
        ObjectNode object = NODES.objectNode();
        if (table instanceof JsonTable json) {
            for (LuaValue key : json.keysInOrder()) {
                property(object, table, key, table.rawget(key), depth);
            }
        } else {
            for (Varargs e = table.next(LuaValue.NIL); !e.arg1().isnil(); e = table.next(e.arg1())) {
                property(object, table, e.arg1(), e.arg(2), depth);
            }
        }
        return object.isEmpty() && table instanceof JsonTable json && json.isArray() ? NODES.arrayNode() : object;
    }

    private void property(ObjectNode object, LuaTable table, LuaValue key, LuaValue value, int depth) {
        if (value.isnil()) {
            return;
        }
        if (!(key instanceof LuaString name)) {
            throw new Unwritable("a table with the key " + key.tojstring()
                    + " and without 1 (expected: keys 1 to n without a hole, or text only; json.null fills a hole)");
        }
        meter.allocate(NODE_BYTES + name.m_length);
        String text = Names.string(name);
        object.set(text, member(table, key, value, depth, "." + text));
    }

    private ArrayNode array(LuaTable table, int length, int depth) {
        ArrayNode array = NODES.arrayNode(length);
        int found = 0;
        for (int i = 1; i <= length; i++) {
            LuaValue value = table.rawget(i);
            array.add(member(table, LuaValue.valueOf(i), value, depth, "[" + i + "]"));
        }
        for (Varargs e = table.next(LuaValue.NIL); !e.arg1().isnil(); e = table.next(e.arg1())) {
            meter.tick();
            if (++found > length) {
                throw new Unwritable("a table with keys 1 to " + length + " and others beside them"
                        + " (expected: keys 1 to n without a hole, or text only; json.null fills a hole)");
            }
        }
        return array;
    }

    private JsonNode member(LuaTable table, LuaValue key, LuaValue value, int depth, String place) {
        if (table instanceof JsonTable json && value instanceof LuaNumber) {
            JsonNode original = json.original(key, value);
            if (original != null) {
                return original;
            }
        }
        try {
            return node(value, depth + 1);
        } catch (Unwritable e) {
            throw e.in(place);
        }
    }

    /** Carries the place of a value that JSON cannot say, from the inside out. */
    private static final class Unwritable extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final int MAX_PLACE = 200;

        private final String what;
        private final String place;

        Unwritable(String what) {
            this(what, "");
        }

        private Unwritable(String what, String place) {
            super(null, null, false, false);
            this.what = what;
            this.place = place;
        }

        Unwritable in(String outer) {
            return place.length() > MAX_PLACE ? this : new Unwritable(what, outer + place);
        }

        @Override
        public String getMessage() {
            return "cannot write as JSON: " + (place.isEmpty() ? "" : "at " + place + ": ") + what;
        }
    }
}
