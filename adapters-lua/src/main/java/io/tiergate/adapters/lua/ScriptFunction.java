package io.tiergate.adapters.lua;

import java.util.Arrays;
import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;

/** A function of a script: its compiled form, the variables around it, and the interpreter that runs it. */
final class ScriptFunction extends LuaFunction {
    final Prototype prototype;
    final Upvalue[] upvalues;
    private final Interpreter interpreter;

    ScriptFunction(Prototype prototype, Upvalue[] upvalues, Interpreter interpreter) {
        this.prototype = prototype;
        this.upvalues = upvalues;
        this.interpreter = interpreter;
    }

    @Override
    public String tojstring() {
        return "function: " + Integer.toHexString(hashCode());
    }

    @Override
    public LuaValue call() {
        return invoke(NONE).arg1();
    }

    @Override
    public LuaValue call(LuaValue a) {
        return invoke(a).arg1();
    }

    @Override
    public LuaValue call(LuaValue a, LuaValue b) {
        return invoke(varargsOf(a, b)).arg1();
    }

    @Override
    public LuaValue call(LuaValue a, LuaValue b, LuaValue c) {
        return invoke(varargsOf(a, b, c)).arg1();
    }

    @Override
    public Varargs invoke(Varargs args) {
        return interpreter.run(this, registers(args), extra(args));
    }

    /** Returns new registers with the parameters set. */
    LuaValue[] registers(Varargs args) {
        LuaValue[] registers = new LuaValue[prototype.maxstacksize];
        int given = Math.min(prototype.numparams, args.narg());
        for (int i = 0; i < given; i++) {
            registers[i] = args.arg(i + 1);
        }
        Arrays.fill(registers, given, registers.length, NIL);
        return registers;
    }

    /** Returns the arguments that {@code ...} stands for. */
    Varargs extra(Varargs args) {
        return prototype.is_vararg != 0 ? args.subargs(prototype.numparams + 1) : NONE;
    }
}
