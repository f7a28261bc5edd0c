package io.tiergate.adapters.lua;

import io.tiergate.adapter.AdapterException;
import java.util.function.Supplier;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/**
 * One instance of a script: globals of its own, made for one request, one answer or one stream and then dropped, so that nothing
 * of one is seen in another. What a script can reach is what stands in this class: plain values, {@code string}, {@code table},
 * {@code math} and {@code json}, and the basic functions; no file, no environment, no Java object, no other script.
 *
 * <p>Used by one thread at a time.
 */
final class LuaSandbox {
    private final LuaScript script;
    private final Meter meter;
    private final LuaTable globals = new LuaTable(0, 64);
    private final Interpreter interpreter;
    private final LuaValues values;
    private final Retained retained;
    private final LuaTable state = new LuaTable();

    LuaSandbox(LuaScript script) {
        this.script = script;
        this.meter = new Meter(script.limits(), script.nanoTime());
        LuaTable string = new LuaTable(0, 16);
        LuaTable table = new LuaTable(0, 8);
        LuaTable math = new LuaTable(0, 32);
        LuaTable json = new LuaTable(0, 8);
        Operators operators = new Operators(meter, string);
        this.interpreter = new Interpreter(script.file(), meter, operators);
        this.values = new LuaValues(meter);
        BaseLibrary base = new BaseLibrary(meter, operators, new ScriptLog(script.logger()));
        base.define(globals);
        new StringLibrary(meter, operators, base).define(string);
        new TableLibrary(meter, operators).define(table);
        new MathLibrary(operators).define(math);
        new JsonLibrary(meter, operators, values).define(json);
        globals.rawset(Names.of("string"), string);
        globals.rawset(Names.of("table"), table);
        globals.rawset(Names.of("math"), math);
        globals.rawset(Names.of("json"), json);
        this.retained = new Retained(script.limits().memory());
    }

    /** Returns the conversion of values, to be used inside {@link #run} only. */
    LuaValues values() {
        return values;
    }

    /** Returns the table that a stream's chunks share. */
    LuaTable state() {
        return state;
    }

    /** Returns whether the script defines a function of this name. */
    boolean defines(String function) {
        return globals.rawget(Names.of(function)).isfunction();
    }

    /** Calls a function of the script; inside {@link #run} only. */
    Varargs call(String function, Varargs args) {
        LuaValue f = globals.rawget(Names.of(function));
        if (!f.isfunction()) {
            throw new ScriptError(Text.of("global '" + function + "' is no function any more"), 0);
        }
        return f.invoke(args);
    }

    Varargs callMain() {
        Upvalue environment = new Upvalue(new LuaValue[] {globals}, 0);
        return new ScriptFunction(script.code(), new Upvalue[] {environment}, interpreter).call();
    }

    /**
     * Does one call's work, the conversion of arguments and results included, under the script's limits.
     *
     * @param function what is called, for messages
     * @throws AdapterException where the script fails or goes over a limit; the message names file, line and function
     */
    <T> T run(String function, Supplier<T> work) {
        meter.begin();
        try {
            T result = work.get();
            retained.check(meter.taken(), globals, state);
            return result;
        } catch (AdapterException e) {
            throw e;
        } catch (LimitExceeded e) {
            String where = e.position() == null ? script.file() : e.position();
            throw new AdapterException(where + ": " + function + " " + e.getMessage());
        } catch (StackOverflowError e) {
            throw new AdapterException(script.file() + ": calls nested too deep (in " + function + ")");
        } catch (RuntimeException e) {
            String message = ScriptError.of(e).getMessage();
            String file = script.file();
            throw new AdapterException(
                    (message.startsWith(file + ":") ? message : file + ": " + message) + " (in " + function + ")", e);
        } finally {
            meter.end();
        }
    }
}
