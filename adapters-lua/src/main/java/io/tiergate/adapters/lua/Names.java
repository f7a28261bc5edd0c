package io.tiergate.adapters.lua;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.luaj.vm2.LuaString;

/**
 * Names that come again and again, of properties and of library functions, as Lua's strings and as Java's. Bounded: upstreams and
 * clients choose names too. Thread-safe.
 */
final class Names {
    private static final int MOST = 2_000;
    private static final int LONGEST = 40;

    private static final ConcurrentMap<String, LuaString> BY_TEXT = new ConcurrentHashMap<>();
    private static final ConcurrentMap<LuaString, String> BY_BYTES = new ConcurrentHashMap<>();

    private Names() {}

    static LuaString of(String name) {
        LuaString known = BY_TEXT.get(name);
        return known != null ? known : remember(name, Text.of(name));
    }

    static String string(LuaString name) {
        String known = BY_BYTES.get(name);
        return known != null ? known : Text.string(name);
    }

    private static LuaString remember(String name, LuaString bytes) {
        if (name.length() <= LONGEST && BY_TEXT.size() < MOST) {
            BY_TEXT.put(name, bytes);
            BY_BYTES.put(bytes, name);
        }
        return bytes;
    }
}
