package io.tiergate.adapters.lua;

import io.tiergate.adapter.exchange.Json;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import tools.jackson.core.JacksonException;

/** The table {@code json}: {@code null}, {@code array}, {@code encode}, {@code decode}. */
final class JsonLibrary {
    /** What a tree of tables takes, for each byte of its text: an estimate. */
    private static final int BYTES_A_BYTE = 4;

    /** Instructions that starting a parser or a generator takes as long as: some 1 µs. */
    private static final int A_DOCUMENT = 50;

    private final Meter meter;
    private final Operators operators;
    private final LuaValues values;

    JsonLibrary(Meter meter, Operators operators, LuaValues values) {
        this.meter = meter;
        this.operators = operators;
        this.values = values;
    }

    void define(LuaTable json) {
        json.set("null", JsonNull.INSTANCE);
        Builtin.define(json, "array", args -> array(new Arguments("array", args, operators)));
        Builtin.define(json, "decode", args -> decode(new Arguments("decode", args, operators)));
        Builtin.define(json, "encode", this::encode);
    }

    /** Returns a new table with the elements of the given one, or none, that is an array even while it is empty. */
    private LuaValue array(Arguments args) {
        LuaTable list = args.count() == 0 ? new LuaTable() : args.table(1);
        int length = list.rawlen();
        meter.spend(length);
        meter.allocate(64 + 8L * length);
        JsonTable array = JsonTable.array(length);
        for (int i = 1; i <= length; i++) {
            array.rawset(i, list.rawget(i));
        }
        return array;
    }

    private LuaValue decode(Arguments args) {
        LuaString text = args.string(1);
        meter.spend(A_DOCUMENT + text.m_length / 8);
        meter.allocate(A_DOCUMENT + (long) BYTES_A_BYTE * text.m_length);
        try {
            return values.read(text.m_bytes, text.m_offset, text.m_length);
        } catch (JacksonException e) {
            throw new ScriptError("json.decode: not JSON: " + e.getOriginalMessage());
        }
    }

    private LuaValue encode(Varargs args) {
        meter.spend(A_DOCUMENT);
        byte[] text = Json.write(values.write(args.arg1()));
        meter.allocate(text.length);
        meter.spend(text.length / 8);
        return LuaString.valueUsing(text);
    }
}
