package io.tiergate.adapters.lua;

import static org.luaj.vm2.LuaValue.NIL;
import static org.luaj.vm2.LuaValue.NONE;
import static org.luaj.vm2.LuaValue.varargsOf;

import java.util.Arrays;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** The table {@code table} of Lua 5.2. Reads and writes lists without their metatables, as the reference implementation does. */
final class TableLibrary {
    private static final int ENTRY_BYTES = 32;

    private final Meter meter;
    private final Operators operators;

    TableLibrary(Meter meter, Operators operators) {
        this.meter = meter;
        this.operators = operators;
    }

    void define(LuaTable table) {
        Builtin.define(table, "concat", args -> concat(arguments("concat", args)));
        Builtin.define(table, "insert", args -> insert(arguments("insert", args)));
        Builtin.define(table, "pack", args -> pack(args));
        Builtin.define(table, "remove", args -> remove(arguments("remove", args)));
        Builtin.define(table, "sort", args -> sort(arguments("sort", args)));
        Builtin.define(table, "unpack", args -> unpack(arguments("unpack", args)));
    }

    private Arguments arguments(String function, Varargs args) {
        return new Arguments(function, args, operators);
    }

    private LuaValue concat(Arguments args) {
        LuaTable list = args.table(1);
        LuaString separator = args.string(2, LuaValue.EMPTYSTRING);
        int from = args.integer(3, 1);
        int to = args.integer(4, list.rawlen());
        if (from > to) {
            return LuaValue.EMPTYSTRING;
        }
        LuaValue[] parts = list(list, from, to, separator);
        LuaValue joined = operators.concat(parts, 0, parts.length - 1);
        if (joined == null) {
            for (int i = from; i <= to; i++) {
                if (!list.rawget(i).isstring()) {
                    throw new ScriptError("invalid value (" + list.rawget(i).typename() + ") at index " + i
                            + " in table for 'concat'");
                }
            }
        }
        return joined;
    }

    /** Returns the elements with a separator between each two. */
    private LuaValue[] list(LuaTable list, int from, int to, LuaString separator) {
        int count = count(from, to);
        int step = separator.m_length == 0 ? 1 : 2;
        LuaValue[] parts = new LuaValue[(count - 1) * step + 1];
        Arrays.fill(parts, separator);
        for (int i = 0; i < count; i++) {
            parts[i * step] = list.rawget(from + i);
        }
        return parts;
    }

    /** Returns the number of elements, metered. */
    private int count(int from, int to) {
        long count = (long) to - from + 1;
        meter.spend(count);
        meter.allocate(16 * count);
        return (int) count;
    }

    private Varargs insert(Arguments args) {
        LuaTable list = args.table(1);
        int end = list.rawlen() + 1;
        meter.allocate(ENTRY_BYTES);
        switch (args.count()) {
            case 2 -> list.rawset(end, args.any(2));
            case 3 -> {
                int position = args.integer(2);
                if (position < 1 || position > end) {
                    throw args.bad(2, "position out of bounds");
                }
                meter.spend((end - position) / 8);
                for (int i = end; i > position; i--) {
                    list.rawset(i, list.rawget(i - 1));
                }
                list.rawset(position, args.any(3));
            }
            default -> throw new ScriptError("wrong number of arguments to 'insert'");
        }
        return NONE;
    }

    private LuaValue remove(Arguments args) {
        LuaTable list = args.table(1);
        int length = list.rawlen();
        int position = args.integer(2, length);
        if (args.count() > 1 && length + 1 != position && (position < 1 || position > length + 1) && length > 0) {
            throw args.bad(2, "position out of bounds");
        }
        LuaValue removed = list.rawget(position);
        meter.spend(Math.max(0, length - position) / 8);
        for (int i = position; i < length; i++) {
            list.rawset(i, list.rawget(i + 1));
        }
        if (position <= length) {
            list.rawset(length, NIL);
        }
        return removed;
    }

    private LuaValue pack(Varargs args) {
        int count = count(1, args.narg());
        LuaTable packed = new LuaTable(count, 1);
        for (int i = 1; i <= count; i++) {
            packed.rawset(i, args.arg(i));
        }
        packed.set("n", LuaValue.valueOf(count));
        return packed;
    }

    private Varargs unpack(Arguments args) {
        LuaTable list = args.table(1);
        int from = args.integer(2, 1);
        int to = args.integer(3, list.rawlen());
        if (from > to) {
            return NONE;
        }
        LuaValue[] values = new LuaValue[count(from, to)];
        for (int i = 0; i < values.length; i++) {
            values[i] = list.get(from + i);
        }
        return varargsOf(values);
    }

    private Varargs sort(Arguments args) {
        LuaTable list = args.table(1);
        LuaValue before = args.values().arg(2).isnil() ? null : args.function(2);
        LuaValue[] values = new LuaValue[count(1, list.rawlen())];
        for (int i = 0; i < values.length; i++) {
            values[i] = list.rawget(i + 1);
        }
        try {
            Arrays.sort(values, (x, y) -> isBefore(before, x, y) ? -1 : isBefore(before, y, x) ? 1 : 0);
        } catch (IllegalArgumentException e) {
            throw new ScriptError("invalid order function for sorting");
        }
        for (int i = 0; i < values.length; i++) {
            list.rawset(i + 1, values[i]);
        }
        return NONE;
    }

    private boolean isBefore(LuaValue before, LuaValue x, LuaValue y) {
        meter.step();
        return before == null ? operators.lessThan(x, y) : before.call(x, y).toboolean();
    }
}
