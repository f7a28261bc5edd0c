package io.tiergate.adapters.lua;

import org.luaj.vm2.LuaValue;

/** What scripts see as {@code json.null}: equal to itself only, true as a condition, without fields. */
final class JsonNull extends LuaValue {
    static final LuaValue INSTANCE = new JsonNull();

    private JsonNull() {}

    @Override
    public int type() {
        return TLIGHTUSERDATA;
    }

    @Override
    public String typename() {
        return "userdata";
    }

    @Override
    public String tojstring() {
        return "null";
    }
}
