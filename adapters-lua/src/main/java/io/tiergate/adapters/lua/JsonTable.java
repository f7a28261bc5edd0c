package io.tiergate.adapters.lua;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import tools.jackson.databind.JsonNode;

/**
 * A table that came from JSON. To a script it is a table like any other; on the way back it tells an empty array from an empty
 * object, the order in which its keys came, and how its numbers were written.
 */
final class JsonTable extends LuaTable {
    /** Room to begin with: most objects of the APIs have no more keys. */
    private static final int USUAL_KEYS = 8;

    private record Original(LuaValue value, JsonNode node) {}

    private final boolean list;
    private final List<LuaValue> keys;
    private boolean keysWentAway;
    private Map<LuaValue, Original> originals;

    private JsonTable(boolean list, int size) {
        super(list ? size : 0, list ? 0 : size);
        this.list = list;
        this.keys = new ArrayList<>(list ? 0 : size);
    }

    static JsonTable array(int size) {
        return new JsonTable(true, size);
    }

    static JsonTable object() {
        return new JsonTable(false, USUAL_KEYS);
    }

    /** Returns whether it stands for an array while it is empty. */
    boolean isArray() {
        return list;
    }

    /** Called by the table's own methods for every key that its array part does not hold. */
    @Override
    public void hashset(LuaValue key, LuaValue value) {
        if (keys != null) {
            boolean known = !hashget(key).isnil();
            if (value.isnil()) {
                keysWentAway |= known;
            } else if (!known) {
                keys.add(key);
            }
        }
        super.hashset(key, value);
    }

    /** Returns the keys that {@link #hashset} was given, in order of arrival, once each; some may have no value any more. */
    Iterable<LuaValue> keysInOrder() {
        if (!keysWentAway) {
            return keys;
        }
        Set<LuaValue> seen = new HashSet<>();
        return keys.stream().filter(seen::add).toList();
    }

    /** Remembers how a number was written that {@code value} does not say wholly, such as 1.0. */
    void remember(LuaValue key, LuaValue value, JsonNode original) {
        if (originals == null) {
            originals = new HashMap<>();
        }
        originals.put(key, new Original(value, original));
    }

    /** Returns how the number under {@code key} was written, or null where it was an ordinary one or is another by now. */
    JsonNode original(LuaValue key, LuaValue value) {
        Original original = originals == null ? null : originals.get(key);
        return original != null && original.value.raweq(value) ? original.node : null;
    }
}
