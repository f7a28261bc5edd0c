package io.tiergate.adapters.lua;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.UpstreamRequest;
import java.util.Map;
import java.util.TreeMap;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

/** What {@code transform_request} returns, as the call to make: a body and, optionally, {@code {method=, path=, headers=}}. */
final class LuaCalls {
    private static final String DEFAULT_PATH = "/chat/completions";
    private static final String AUTHORIZATION = "Authorization";

    private LuaCalls() {}

    static UpstreamRequest of(Varargs results, LuaValues values) {
        LuaTable call = switch (results.arg(2)) {
            case LuaTable table -> table;
            case LuaValue v when v.isnil() -> new LuaTable();
            default ->
                throw wrong("a second value that is a " + results.arg(2).typename(), "{method=, path=, headers=}");
        };
        return new UpstreamRequest(
                method(text(call, "method", "POST")),
                path(text(call, "path", DEFAULT_PATH)),
                headers(call.get("headers")),
                body(results.arg1(), values));
    }

    /** A table is sent as JSON, a text as it is, nil not at all. */
    private static byte[] body(LuaValue body, LuaValues values) {
        if (body.isnil()) {
            return null;
        }
        if (body instanceof LuaString text) {
            byte[] bytes = new byte[text.m_length];
            text.copyInto(0, bytes, 0, bytes.length);
            return bytes;
        }
        JsonNode json = values.write(body);
        if (json.getNodeType() != JsonNodeType.OBJECT && json.getNodeType() != JsonNodeType.ARRAY) {
            throw wrong("a body that is a " + body.typename(), "a table, a text or nil");
        }
        return Json.write(json);
    }

    private static String method(String method) {
        if (!method.matches("[A-Z]{1,20}")) {
            throw wrong("the method '" + Text.oneLine(method, 40) + "'", "capital letters, such as POST");
        }
        return method;
    }

    private static String path(String path) {
        // What follows the base URL must not lead elsewhere: no "@host", no "..", nothing that ends a request line.
        if (!path.matches("/[!-\"$-~]*") || path.contains("\\") || ("/" + path + "/").contains("/../")) {
            throw wrong(
                    "the path '" + Text.oneLine(path, 80) + "'",
                    "/ and what follows base_url, without spaces, # and ..");
        }
        return path;
    }

    /** The script's headers; the key as a bearer token where none of them says where it goes. */
    private static Map<String, String> headers(LuaValue given) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (given instanceof LuaTable table) {
            for (Varargs e = table.next(LuaValue.NIL); !e.arg1().isnil(); e = table.next(e.arg1())) {
                put(headers, Operators.text(e.arg1()), Operators.text(e.arg(2)));
            }
        } else if (!given.isnil()) {
            throw wrong("headers that are a " + given.typename(), "a table");
        }
        boolean keyHasItsPlace = headers.containsKey(AUTHORIZATION)
                || headers.values().stream().anyMatch(value -> value.contains(UpstreamRequest.API_KEY));
        if (!keyHasItsPlace) {
            headers.putAll(UpstreamRequest.BEARER);
        }
        return headers;
    }

    private static void put(Map<String, String> headers, LuaString name, LuaString value) {
        if (name == null || !Text.string(name).matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")) {
            throw wrong(
                    "a header with the name '" + (name == null ? "?" : Text.oneLine(Text.string(name), 60)) + "'",
                    "a token");
        }
        if (value == null || !Text.string(value).matches("[ -~\\t]*")) {
            throw wrong("a header " + Text.string(name) + " whose value is no text in one line of ASCII", "one line");
        }
        headers.put(Text.string(name), Text.string(value));
    }

    private static String text(LuaTable call, String key, String otherwise) {
        LuaValue value = call.get(key);
        if (value.isnil()) {
            return otherwise;
        }
        if (value instanceof LuaString text) {
            return Text.string(text);
        }
        throw wrong("a " + key + " that is a " + value.typename(), "a text");
    }

    private static ScriptError wrong(String what, String expected) {
        return new ScriptError("returned " + what + " (expected: " + expected + ")");
    }
}
