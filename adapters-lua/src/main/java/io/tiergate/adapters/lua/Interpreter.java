package io.tiergate.adapters.lua;

import static org.luaj.vm2.LuaValue.NIL;
import static org.luaj.vm2.LuaValue.NONE;
import static org.luaj.vm2.LuaValue.varargsOf;

import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Upvaldesc;
import org.luaj.vm2.Varargs;

/**
 * Runs the functions of one script instance: a loop over the instructions that LuaJ's compiler makes, after the loop of LuaJ's
 * {@code LuaClosure} (MIT licence). It differs where a sandbox needs it (ADR 0006): instructions, memory and depth are metered in
 * the loop itself, strings find their functions in the instance's own {@code string} table instead of a metatable that all
 * scripts of the JVM share, an {@link Error} is never turned into something that {@code pcall} catches, and messages name the
 * variable.
 */
final class Interpreter {
    private static final int MASK_C = 0x1ff;
    private static final int JUMP_BIAS = 0x1ffff;
    private static final int CONSTANT = 0x100;

    /** Estimates of what LuaJ's objects take, in bytes. */
    private static final int TABLE_BYTES = 64;

    private static final int ENTRY_BYTES = 32;
    private static final int FUNCTION_BYTES = 48;
    private static final int SLOT_BYTES = 8;

    private final String file;
    private final Meter meter;
    private final Operators operators;

    Interpreter(String file, Meter meter, Operators operators) {
        this.file = file;
        this.meter = meter;
        this.operators = operators;
    }

    /**
     * Runs a function to its end and returns its results.
     *
     * @param registers the function's registers, parameters set
     * @param extra what {@code ...} stands for
     */
    Varargs run(ScriptFunction function, LuaValue[] registers, Varargs extra) {
        Frame frame = new Frame(function, registers, extra);
        meter.enter();
        try {
            while (true) {
                Varargs results = run(frame);
                if (results != null) {
                    return results;
                }
            }
        } catch (RuntimeException e) {
            ScriptError error = ScriptError.of(e);
            error.passes(position(frame));
            throw error;
        } catch (LimitExceeded e) {
            e.at(position(frame));
            throw e;
        } finally {
            frame.close();
            meter.leave();
        }
    }

    private String position(Frame frame) {
        int[] lines = frame.function.prototype.lineinfo;
        int pc = Math.max(0, frame.pc - 1);
        return lines != null && pc < lines.length ? file + ":" + lines[pc] : file;
    }

    /** A running function. A call in tail position puts the called function in its place. */
    private static final class Frame {
        ScriptFunction function;
        LuaValue[] registers;
        Varargs extra;
        int pc;

        /** The upvalues that share this frame's registers, by register; null before the first. */
        Upvalue[] open;

        Frame(ScriptFunction function, LuaValue[] registers, Varargs extra) {
            this.function = function;
            this.registers = registers;
            this.extra = extra;
        }

        /** Ends the sharing, so that a function made here keeps the variables it uses and not all registers. */
        void close() {
            if (open != null) {
                Interpreter.close(open, 0);
                open = null;
            }
        }
    }

    /**
     * Runs a frame's function and returns its results, or null where it ended in a call that now is in its place.
     *
     * <p>Long and without methods for the instructions on purpose: one compiled loop with its variables in registers is what makes
     * an interpreter fast. {@code a}, {@code b} and {@code c} are the fields of an instruction, {@code v} and {@code top} the open
     * list of values that a call or {@code ...} left behind, all as in Lua 5.2's {@code lopcodes.h}.
     */
    private Varargs run(Frame frame) {
        final Meter meter = this.meter;
        final Prototype p = frame.function.prototype;
        final Upvalue[] upvalues = frame.function.upvalues;
        final LuaValue[] stack = frame.registers;
        final int[] code = p.code;
        final LuaValue[] k = p.k;
        Varargs v = NONE;
        int top = 0;
        int b;
        int c;
        while (true) {
            if (--meter.left < 0) {
                meter.nextSlice();
            }
            final int i = code[frame.pc++];
            final int a = (i >> 6) & 0xff;
            switch (i & 0x3f) {
                case Lua.OP_MOVE -> stack[a] = stack[i >>> 23];
                case Lua.OP_LOADK -> stack[a] = k[i >>> 14];
                case Lua.OP_LOADKX -> stack[a] = k[code[frame.pc++] >>> 6];
                case Lua.OP_LOADBOOL -> {
                    stack[a] = LuaValue.valueOf(i >>> 23 != 0);
                    if (((i >> 14) & MASK_C) != 0) {
                        frame.pc++;
                    }
                }
                case Lua.OP_LOADNIL -> {
                    for (b = i >>> 23; b >= 0; b--) {
                        stack[a + b] = NIL;
                    }
                }
                case Lua.OP_GETUPVAL -> stack[a] = upvalues[i >>> 23].get();
                case Lua.OP_SETUPVAL -> upvalues[i >>> 23].set(stack[a]);
                case Lua.OP_GETTABUP -> {
                    LuaValue o = upvalues[i >>> 23].get();
                    c = (i >> 14) & MASK_C;
                    stack[a] = o instanceof LuaTable t && c >= CONSTANT
                            ? t.get(k[c & 0xff])
                            : index(
                                    frame,
                                    o,
                                    c >= CONSTANT ? k[c & 0xff] : stack[c],
                                    VariableNames.UPVALUE | (i >>> 23));
                }
                case Lua.OP_GETTABLE -> {
                    LuaValue o = stack[i >>> 23];
                    c = (i >> 14) & MASK_C;
                    stack[a] = o instanceof LuaTable t && c >= CONSTANT
                            ? t.get(k[c & 0xff])
                            : index(frame, o, c >= CONSTANT ? k[c & 0xff] : stack[c], i >>> 23);
                }
                case Lua.OP_SELF -> {
                    LuaValue o = stack[i >>> 23];
                    c = (i >> 14) & MASK_C;
                    LuaValue method = index(frame, o, c >= CONSTANT ? k[c & 0xff] : stack[c], i >>> 23);
                    stack[a + 1] = o;
                    stack[a] = method;
                }
                case Lua.OP_SETTABUP -> {
                    b = i >>> 23;
                    c = (i >> 14) & MASK_C;
                    set(
                            frame,
                            upvalues[a].get(),
                            b >= CONSTANT ? k[b & 0xff] : stack[b],
                            c >= CONSTANT ? k[c & 0xff] : stack[c],
                            VariableNames.UPVALUE | a);
                }
                case Lua.OP_SETTABLE -> {
                    b = i >>> 23;
                    c = (i >> 14) & MASK_C;
                    set(
                            frame,
                            stack[a],
                            b >= CONSTANT ? k[b & 0xff] : stack[b],
                            c >= CONSTANT ? k[c & 0xff] : stack[c],
                            a);
                }
                case Lua.OP_NEWTABLE -> {
                    b = i >>> 23;
                    c = (i >> 14) & MASK_C;
                    int array = fromFloatingByte(b);
                    int hash = fromFloatingByte(c);
                    meter.allocate(TABLE_BYTES + SLOT_BYTES * (long) array + ENTRY_BYTES * (long) hash);
                    stack[a] = new LuaTable(array, hash);
                }
                case Lua.OP_ADD, Lua.OP_SUB, Lua.OP_MUL, Lua.OP_DIV, Lua.OP_MOD, Lua.OP_POW -> {
                    b = i >>> 23;
                    c = (i >> 14) & MASK_C;
                    LuaValue x = b >= CONSTANT ? k[b & 0xff] : stack[b];
                    LuaValue y = c >= CONSTANT ? k[c & 0xff] : stack[c];
                    if (!(x instanceof LuaNumber) || !(y instanceof LuaNumber)) {
                        checkArithmetic(frame, x, b, y, c);
                    }
                    stack[a] = switch (i & 0x3f) {
                        case Lua.OP_ADD -> x.add(y);
                        case Lua.OP_SUB -> x.sub(y);
                        case Lua.OP_MUL -> x.mul(y);
                        case Lua.OP_DIV -> x.div(y);
                        case Lua.OP_MOD -> x.mod(y);
                        default -> x.pow(y);
                    };
                }
                case Lua.OP_UNM -> {
                    b = i >>> 23;
                    checkArithmetic(frame, stack[b], b, LuaValue.ZERO, 0);
                    stack[a] = stack[b].neg();
                }
                case Lua.OP_NOT -> stack[a] = stack[i >>> 23].not();
                case Lua.OP_LEN -> {
                    b = i >>> 23;
                    if (!(stack[b] instanceof LuaTable) && !(stack[b] instanceof LuaString)) {
                        throw new ScriptError("attempt to get length of " + describe(frame, b, stack[b]));
                    }
                    stack[a] = stack[b].len();
                }
                case Lua.OP_CONCAT -> {
                    b = i >>> 23;
                    c = (i >> 14) & MASK_C;
                    LuaValue joined = operators.concat(stack, b, c);
                    stack[a] = joined != null ? joined : concatOneByOne(frame, b, c);
                }
                case Lua.OP_JMP -> {
                    frame.pc += (i >>> 14) - JUMP_BIAS;
                    if (a > 0 && frame.open != null) {
                        close(frame.open, a - 1);
                    }
                }
                case Lua.OP_EQ -> {
                    b = i >>> 23;
                    c = (i >> 14) & MASK_C;
                    LuaValue x = b >= CONSTANT ? k[b & 0xff] : stack[b];
                    LuaValue y = c >= CONSTANT ? k[c & 0xff] : stack[c];
                    if (operators.equal(x, y) != (a != 0)) {
                        frame.pc++;
                    }
                }
                case Lua.OP_LT -> {
                    b = i >>> 23;
                    c = (i >> 14) & MASK_C;
                    if (operators.lessThan(
                                    b >= CONSTANT ? k[b & 0xff] : stack[b], c >= CONSTANT ? k[c & 0xff] : stack[c])
                            != (a != 0)) {
                        frame.pc++;
                    }
                }
                case Lua.OP_LE -> {
                    b = i >>> 23;
                    c = (i >> 14) & MASK_C;
                    if (operators.lessOrEqual(
                                    b >= CONSTANT ? k[b & 0xff] : stack[b], c >= CONSTANT ? k[c & 0xff] : stack[c])
                            != (a != 0)) {
                        frame.pc++;
                    }
                }
                case Lua.OP_TEST -> {
                    if (stack[a].toboolean() != (((i >> 14) & MASK_C) != 0)) {
                        frame.pc++;
                    }
                }
                case Lua.OP_TESTSET -> {
                    LuaValue o = stack[i >>> 23];
                    if (o.toboolean() != (((i >> 14) & MASK_C) != 0)) {
                        frame.pc++;
                    } else {
                        stack[a] = o;
                    }
                }
                case Lua.OP_CALL -> {
                    LuaValue f = stack[a];
                    if (!f.isfunction()) {
                        checkCallable(frame, f, a);
                    }
                    b = i >>> 23;
                    c = (i >> 14) & MASK_C;
                    Varargs args = b == 0 ? many(stack, a + 1, top, v) : some(stack, a + 1, b - 1);
                    v = NONE;
                    switch (c) {
                        case 0 -> {
                            v = f.invoke(args);
                            top = a + v.narg();
                        }
                        case 1 -> f.invoke(args);
                        case 2 -> stack[a] = f.invoke(args).arg1();
                        default -> {
                            Varargs results = f.invoke(args);
                            for (int j = 1; j < c; j++) {
                                stack[a + j - 1] = results.arg(j);
                            }
                        }
                    }
                }
                case Lua.OP_TAILCALL -> {
                    LuaValue f = stack[a];
                    if (!f.isfunction()) {
                        checkCallable(frame, f, a);
                    }
                    b = i >>> 23;
                    Varargs args = b == 0 ? many(stack, a + 1, top, v) : some(stack, a + 1, b - 1);
                    if (f instanceof ScriptFunction next) {
                        frame.close();
                        frame.function = next;
                        frame.registers = next.registers(args);
                        frame.extra = next.extra(args);
                        frame.pc = 0;
                        return null;
                    }
                    return f.invoke(args);
                }
                case Lua.OP_RETURN -> {
                    b = i >>> 23;
                    return b == 0 ? many(stack, a, top, v) : some(stack, a, b - 1);
                }
                case Lua.OP_FORPREP -> {
                    LuaValue init = stack[a].checknumber("'for' initial value must be a number");
                    stack[a + 1] = stack[a + 1].checknumber("'for' limit must be a number");
                    stack[a + 2] = stack[a + 2].checknumber("'for' step must be a number");
                    stack[a] = init.sub(stack[a + 2]);
                    frame.pc += (i >>> 14) - JUMP_BIAS;
                }
                case Lua.OP_FORLOOP -> {
                    LuaValue step = stack[a + 2];
                    LuaValue at = step.add(stack[a]);
                    if (step.gt_b(0) ? at.lteq_b(stack[a + 1]) : at.gteq_b(stack[a + 1])) {
                        stack[a] = at;
                        stack[a + 3] = at;
                        frame.pc += (i >>> 14) - JUMP_BIAS;
                    }
                }
                case Lua.OP_TFORCALL -> {
                    if (!stack[a].isfunction()) {
                        checkCallable(frame, stack[a], a);
                    }
                    Varargs results = stack[a].invoke(varargsOf(stack[a + 1], stack[a + 2]));
                    for (c = (i >> 14) & MASK_C; c > 0; c--) {
                        stack[a + 2 + c] = results.arg(c);
                    }
                }
                case Lua.OP_TFORLOOP -> {
                    if (!stack[a + 1].isnil()) {
                        stack[a] = stack[a + 1];
                        frame.pc += (i >>> 14) - JUMP_BIAS;
                    }
                }
                case Lua.OP_SETLIST -> {
                    c = (i >> 14) & MASK_C;
                    if (c == 0) {
                        c = code[frame.pc++] >>> 6;
                    }
                    b = i >>> 23;
                    Varargs list = b == 0 ? many(stack, a + 1, top, v) : some(stack, a + 1, b);
                    int count = list.narg();
                    int offset = (c - 1) * Lua.LFIELDS_PER_FLUSH;
                    meter.spend(count);
                    meter.allocate(SLOT_BYTES * (long) count);
                    LuaTable table = (LuaTable) stack[a];
                    table.presize(offset + count);
                    for (int j = 1; j <= count; j++) {
                        table.rawset(offset + j, list.arg(j));
                    }
                }
                case Lua.OP_CLOSURE -> {
                    Prototype inner = p.p[i >>> 14];
                    if (frame.open == null) {
                        frame.open = new Upvalue[stack.length];
                    }
                    meter.allocate(FUNCTION_BYTES + FUNCTION_BYTES * (long) inner.upvalues.length);
                    stack[a] = new ScriptFunction(inner, capture(inner, stack, upvalues, frame.open), this);
                }
                case Lua.OP_VARARG -> {
                    b = i >>> 23;
                    if (b == 0) {
                        v = frame.extra;
                        top = a + v.narg();
                    } else {
                        for (int j = 1; j < b; j++) {
                            stack[a + j - 1] = frame.extra.arg(j);
                        }
                    }
                }
                default -> throw new IllegalStateException("instruction " + (i & 0x3f));
            }
        }
    }

    /** The compiler writes table sizes beyond 7 as mantissa and exponent. */
    private static int fromFloatingByte(int x) {
        int exponent = (x >> 3) & 0x1f;
        return exponent == 0 ? x : ((x & 7) + 8) << (exponent - 1);
    }

    private Varargs some(LuaValue[] stack, int from, int count) {
        return switch (count) {
            case 0 -> NONE;
            case 1 -> stack[from];
            case 2 -> varargsOf(stack[from], stack[from + 1]);
            default -> {
                LuaValue[] copy = new LuaValue[count];
                System.arraycopy(stack, from, copy, 0, count);
                yield varargsOf(copy);
            }
        };
    }

    /** Returns the registers from {@code from} and the open list behind them, in one flat list that shares nothing with them. */
    private Varargs many(LuaValue[] stack, int from, int top, Varargs v) {
        int open = v.narg();
        int fixed = top - open - from;
        if (fixed == 0) {
            return v;
        }
        LuaValue[] all = new LuaValue[fixed + open];
        meter.spend(open);
        meter.allocate(SLOT_BYTES * (long) all.length);
        System.arraycopy(stack, from, all, 0, fixed);
        for (int j = 0; j < open; j++) {
            all[fixed + j] = v.arg(j + 1);
        }
        return varargsOf(all);
    }

    private LuaValue index(Frame frame, LuaValue o, LuaValue key, int where) {
        if (key instanceof LuaString s) {
            meter.read(s.m_length);
        }
        if (o instanceof LuaTable) {
            return o.get(key);
        }
        if (o instanceof LuaString) {
            return operators.stringFunction(key);
        }
        throw new ScriptError("attempt to index " + describe(frame, where, o));
    }

    private void set(Frame frame, LuaValue o, LuaValue key, LuaValue value, int where) {
        if (!(o instanceof LuaTable)) {
            throw new ScriptError("attempt to index " + describe(frame, where, o));
        }
        if (!key.isvalidkey()) {
            throw new ScriptError("index is " + (key.isnil() ? "nil" : "NaN"));
        }
        if (key instanceof LuaString s) {
            meter.read(s.m_length);
        }
        meter.allocate(ENTRY_BYTES);
        o.set(key, value);
    }

    /** Refuses what no arithmetic can come of; a table's metamethod may know what to do with another value. */
    private void checkArithmetic(Frame frame, LuaValue x, int whereX, LuaValue y, int whereY) {
        boolean table = x.getmetatable() != null || y.getmetatable() != null;
        if (!operators.isArithmetic(x) && !(table && !x.isstring())) {
            throw new ScriptError("attempt to perform arithmetic on " + describe(frame, whereX, x));
        }
        if (!operators.isArithmetic(y) && !(table && !y.isstring())) {
            throw new ScriptError("attempt to perform arithmetic on " + describe(frame, whereY, y));
        }
    }

    private void checkCallable(Frame frame, LuaValue f, int where) {
        if (f.metatag(LuaValue.CALL).isnil()) {
            throw new ScriptError("attempt to call " + describe(frame, where, f));
        }
    }

    private LuaValue concatOneByOne(Frame frame, int from, int to) {
        LuaValue[] stack = frame.registers;
        LuaValue joined = stack[to];
        for (int j = to - 1; j >= from; j--) {
            LuaValue pair = operators.concat(new LuaValue[] {stack[j], joined}, 0, 1);
            if (pair == null) {
                if (stack[j].getmetatable() == null && joined.getmetatable() == null) {
                    int culprit = stack[j].isstring() ? j + 1 : j;
                    throw new ScriptError("attempt to concatenate " + describe(frame, culprit, stack[culprit]));
                }
                pair = stack[j].concat(joined);
            }
            joined = pair;
        }
        return joined;
    }

    private static String describe(Frame frame, int where, LuaValue value) {
        return VariableNames.describe(frame.function.prototype, frame.pc - 1, where, value);
    }

    private static Upvalue[] capture(Prototype inner, LuaValue[] stack, Upvalue[] around, Upvalue[] open) {
        Upvalue[] captured = new Upvalue[inner.upvalues.length];
        for (int j = 0; j < captured.length; j++) {
            Upvaldesc from = inner.upvalues[j];
            captured[j] = from.instack ? share(stack, from.idx, open) : around[from.idx];
        }
        return captured;
    }

    private static Upvalue share(LuaValue[] stack, int register, Upvalue[] open) {
        if (open[register] == null) {
            open[register] = new Upvalue(stack, register);
        }
        return open[register];
    }

    private static void close(Upvalue[] open, int from) {
        for (int j = from; j < open.length; j++) {
            if (open[j] != null) {
                open[j].close();
                open[j] = null;
            }
        }
    }
}
