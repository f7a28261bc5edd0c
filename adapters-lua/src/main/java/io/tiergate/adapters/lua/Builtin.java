package io.tiergate.adapters.lua;

import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** A function that the host gives to scripts. */
final class Builtin extends LuaFunction {
    /** What it does. Throws LuaError where a script may catch it. */
    @FunctionalInterface
    interface Body {
        Varargs apply(Varargs args);
    }

    private final String name;
    private final Body body;

    Builtin(String name, Body body) {
        this.name = name;
        this.body = body;
    }

    /** Puts a function into a library's table. */
    static void define(LuaTable library, String name, Body body) {
        library.rawset(Names.of(name), new Builtin(name, body));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String tojstring() {
        return "function: builtin: " + name;
    }

    @Override
    public LuaValue call() {
        return body.apply(NONE).arg1();
    }

    @Override
    public LuaValue call(LuaValue a) {
        return body.apply(a).arg1();
    }

    @Override
    public LuaValue call(LuaValue a, LuaValue b) {
        return body.apply(varargsOf(a, b)).arg1();
    }

    @Override
    public LuaValue call(LuaValue a, LuaValue b, LuaValue c) {
        return body.apply(varargsOf(a, b, c)).arg1();
    }

    @Override
    public Varargs invoke(Varargs args) {
        return body.apply(args);
    }
}
