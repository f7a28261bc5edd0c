package io.tiergate.adapters.lua;

import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/**
 * The arguments of a library function, checked as the reference implementation does. Positions count from 1.
 *
 * @param function the function's name, for messages
 */
record Arguments(String function, Varargs values, Operators operators) {
    int count() {
        return values.narg();
    }

    LuaValue any(int i) {
        if (values.narg() < i) {
            throw bad(i, "value expected");
        }
        return values.arg(i);
    }

    LuaTable table(int i) {
        if (values.arg(i) instanceof LuaTable table) {
            return table;
        }
        throw wrongType(i, "table");
    }

    LuaString string(int i) {
        LuaString text = Operators.text(values.arg(i));
        if (text == null) {
            throw wrongType(i, "string");
        }
        return text;
    }

    LuaString string(int i, LuaString otherwise) {
        return values.arg(i).isnil() ? otherwise : string(i);
    }

    LuaNumber number(int i) {
        LuaNumber number = operators.number(values.arg(i));
        if (number == null) {
            throw wrongType(i, "number");
        }
        return number;
    }

    /** Returns a whole number; a fraction is cut off, and what no int holds is the nearest that does. */
    int integer(int i) {
        return (int) number(i).todouble();
    }

    int integer(int i, int otherwise) {
        return values.arg(i).isnil() ? otherwise : integer(i);
    }

    LuaValue function(int i) {
        if (values.arg(i).isfunction()) {
            return values.arg(i);
        }
        throw wrongType(i, "function");
    }

    ScriptError bad(int i, String why) {
        return new ScriptError("bad argument #" + i + " to '" + function + "' (" + why + ")");
    }

    private ScriptError wrongType(int i, String expected) {
        String got = values.narg() < i ? "no value" : values.arg(i).typename();
        return bad(i, expected + " expected, got " + got);
    }
}
