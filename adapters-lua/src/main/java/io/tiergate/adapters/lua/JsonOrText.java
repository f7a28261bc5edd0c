package io.tiergate.adapters.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import tools.jackson.core.JacksonException;

/** Upstreams' answers that may be JSON or anything else. */
final class JsonOrText {
    private JsonOrText() {}

    /** Returns the document's value, or the bytes as text where they are no JSON document. */
    static LuaValue read(byte[] answer, LuaValues values) {
        try {
            return values.read(answer);
        } catch (JacksonException e) {
            return LuaString.valueOf(answer);
        }
    }
}
