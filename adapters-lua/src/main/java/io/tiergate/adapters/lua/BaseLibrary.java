package io.tiergate.adapters.lua;

import static org.luaj.vm2.LuaValue.FALSE;
import static org.luaj.vm2.LuaValue.NIL;
import static org.luaj.vm2.LuaValue.NONE;
import static org.luaj.vm2.LuaValue.TRUE;
import static org.luaj.vm2.LuaValue.varargsOf;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/**
 * The basic functions of Lua 5.2, without those that reach outside a script or around its limits: {@code load}, {@code loadfile},
 * {@code dofile}, {@code require}, {@code collectgarbage}.
 */
final class BaseLibrary {
    private static final LuaString METATABLE = LuaValue.valueOf("__metatable");
    private static final LuaString PAIRS = LuaValue.valueOf("__pairs");
    private static final LuaString TOSTRING = LuaValue.valueOf("__tostring");

    private final Meter meter;
    private final Operators operators;
    private final ScriptLog log;
    private final LuaValue next = new Builtin("next", this::next);
    private final LuaValue nextOfList = new Builtin("ipairs iterator", this::nextOfList);

    BaseLibrary(Meter meter, Operators operators, ScriptLog log) {
        this.meter = meter;
        this.operators = operators;
        this.log = log;
    }

    void define(LuaTable globals) {
        globals.set("_G", globals);
        globals.set("_VERSION", LuaValue.valueOf("Lua 5.2"));
        globals.set("next", next);
        Builtin.define(globals, "assert", args -> check(arguments("assert", args)));
        Builtin.define(globals, "error", args -> {
            throw new ScriptError(args.arg1(), arguments("error", args).integer(2, 1));
        });
        Builtin.define(globals, "getmetatable", args -> metatable(arguments("getmetatable", args)));
        Builtin.define(
                globals,
                "ipairs",
                args -> varargsOf(nextOfList, arguments("ipairs", args).table(1), LuaValue.ZERO));
        Builtin.define(globals, "log", this::log);
        Builtin.define(globals, "pairs", args -> pairs(arguments("pairs", args)));
        Builtin.define(
                globals, "pcall", args -> protectedCall(arguments("pcall", args).any(1), args.subargs(2), null));
        Builtin.define(globals, "print", this::log);
        Builtin.define(globals, "rawequal", args -> LuaValue.valueOf(args.arg1().raweq(args.arg(2))));
        Builtin.define(
                globals, "rawget", args -> arguments("rawget", args).table(1).rawget(args.arg(2)));
        Builtin.define(globals, "rawlen", args -> LuaValue.valueOf(args.arg1().rawlen()));
        Builtin.define(globals, "rawset", args -> rawset(arguments("rawset", args)));
        Builtin.define(globals, "select", args -> select(arguments("select", args)));
        Builtin.define(globals, "setmetatable", args -> setMetatable(arguments("setmetatable", args)));
        Builtin.define(globals, "tonumber", args -> toNumber(arguments("tonumber", args)));
        Builtin.define(
                globals,
                "tostring",
                args -> tostring(arguments("tostring", args).any(1)));
        Builtin.define(
                globals,
                "type",
                args -> LuaValue.valueOf(arguments("type", args).any(1).typename()));
        Builtin.define(
                globals,
                "xpcall",
                args -> protectedCall(
                        args.arg1(), args.subargs(3), arguments("xpcall", args).function(2)));
    }

    private Arguments arguments(String function, Varargs args) {
        return new Arguments(function, args, operators);
    }

    private static Varargs check(Arguments args) {
        if (args.any(1).toboolean()) {
            return args.values();
        }
        LuaValue message = args.values().arg(2);
        throw args.count() < 2 ? new ScriptError("assertion failed!") : new ScriptError(message, 0);
    }

    /** A string has no metatable that a script could see, so none that it could change. */
    private static LuaValue metatable(Arguments args) {
        if (!(args.any(1) instanceof LuaTable table) || table.getmetatable() == null) {
            return NIL;
        }
        LuaValue hidden = table.getmetatable().rawget(METATABLE);
        return hidden.isnil() ? table.getmetatable() : hidden;
    }

    private static LuaValue setMetatable(Arguments args) {
        LuaTable table = args.table(1);
        if (!args.any(2).isnil()) {
            args.table(2);
        }
        if (table.getmetatable() != null
                && !table.getmetatable().rawget(METATABLE).isnil()) {
            throw new ScriptError("cannot change a protected metatable");
        }
        return table.setmetatable(args.values().arg(2).isnil() ? null : args.table(2));
    }

    private Varargs pairs(Arguments args) {
        LuaValue own = args.any(1).metatag(PAIRS);
        if (own.isnil()) {
            return varargsOf(next, args.table(1), NIL);
        }
        Varargs results = own.invoke(args.any(1));
        return varargsOf(results.arg(1), results.arg(2), results.arg(3));
    }

    private Varargs next(Varargs args) {
        // Costs more than its instruction: it may have to pass over many keys that have gone.
        meter.spend(4);
        return arguments("next", args).table(1).next(args.arg(2));
    }

    private Varargs nextOfList(Varargs args) {
        LuaTable list = (LuaTable) args.arg1();
        int i = args.arg(2).toint() + 1;
        LuaValue value = list.get(i);
        return value.isnil() ? NIL : varargsOf(LuaValue.valueOf(i), value);
    }

    private LuaValue rawset(Arguments args) {
        LuaValue key = args.any(2);
        if (!key.isvalidkey()) {
            throw args.bad(2, "index is " + (key.isnil() ? "nil" : "NaN"));
        }
        meter.allocate(32);
        args.table(1).rawset(key, args.any(3));
        return args.table(1);
    }

    private static Varargs select(Arguments args) {
        int extra = args.count() - 1;
        if (args.values().arg1() instanceof LuaString s && s.m_length == 1 && s.luaByte(0) == '#') {
            return LuaValue.valueOf(extra);
        }
        int n = args.integer(1);
        if (n == 0 || n < -extra) {
            throw args.bad(1, "index out of range");
        }
        return n > extra ? NONE : args.values().subargs(n < 0 ? extra + n + 2 : n + 1);
    }

    private LuaValue toNumber(Arguments args) {
        LuaValue value = args.any(1);
        if (args.values().arg(2).isnil()) {
            LuaValue number = operators.number(value);
            return number == null ? NIL : number;
        }
        int base = args.integer(2);
        if (base < 2 || base > 36) {
            throw args.bad(2, "base out of range");
        }
        LuaString text = args.string(1);
        String digits =
                Text.string(text.m_length > 100 ? text.substring(0, 100) : text).strip();
        try {
            return LuaValue.valueOf((double) Long.parseLong(digits, base));
        } catch (NumberFormatException e) {
            return NIL;
        }
    }

    /** Returns what {@code tostring} does: a value's own {@code __tostring} may run. */
    LuaString tostring(LuaValue value) {
        LuaString text = Operators.text(value);
        if (text != null) {
            return text;
        }
        LuaValue own = value.istable() ? value.metatag(TOSTRING) : NIL;
        if (own.isnil()) {
            return LuaValue.valueOf(value.tojstring());
        }
        meter.enter();
        try {
            if (own.call(value) instanceof LuaString result) {
                return result;
            }
            throw new ScriptError("'__tostring' must return a string");
        } finally {
            meter.leave();
        }
    }

    /** Calls a function; an error in it becomes a result. What is over a limit is an Error and goes on. */
    private Varargs protectedCall(LuaValue function, Varargs args, LuaValue handler) {
        meter.enter();
        try {
            return varargsOf(TRUE, function.invoke(args));
        } catch (RuntimeException e) {
            LuaValue error = ScriptError.of(e).value();
            return varargsOf(FALSE, handler == null ? error : handled(handler, error));
        } finally {
            meter.leave();
        }
    }

    private Varargs handled(LuaValue handler, LuaValue error) {
        try {
            return handler.invoke(error);
        } catch (RuntimeException e) {
            return ScriptError.of(e).value();
        }
    }

    private Varargs log(Varargs args) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= args.narg() && line.length() < ScriptLog.MAX_LINE; i++) {
            LuaString text = tostring(args.arg(i));
            int length = Math.min(text.m_length, 4 * ScriptLog.MAX_LINE);
            line.append(i > 1 ? "\t" : "").append(Text.string(text.substring(0, length)));
        }
        log.line(line.toString());
        return NONE;
    }
}
