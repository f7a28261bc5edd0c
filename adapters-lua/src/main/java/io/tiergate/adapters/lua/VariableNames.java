package io.tiergate.adapters.lua;

import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;

/**
 * Finds what a script calls a value that an instruction stumbled over, for messages such as {@code attempt to index field 'choices'
 * (a nil value)}: the local variable of the register, else the instruction that filled it, as in Lua 5.2's {@code ldebug.c}.
 */
final class VariableNames {
    /** Says that a place is an upvalue's number and not a register or constant. */
    static final int UPVALUE = 1 << 16;

    private static final int CONSTANT = 0x100;

    private VariableNames() {}

    /**
     * Returns a name, if there is one, and the type.
     *
     * @param pc the instruction that stumbled
     * @param where a register, {@code 256 +} the number of a constant, or {@link #UPVALUE} {@code |} the number of an upvalue
     */
    static String describe(Prototype p, int pc, int where, LuaValue value) {
        String type = value.typename();
        String name = name(p, pc, where);
        return name == null ? "a " + type + " value" : name + " (a " + type + " value)";
    }

    private static String name(Prototype p, int pc, int where) {
        if ((where & UPVALUE) != 0) {
            return upvalue(p, where & ~UPVALUE);
        }
        if (where >= CONSTANT) {
            return null;
        }
        LuaString local = p.getlocalname(where + 1, pc);
        if (local != null) {
            return "local '" + local + "'";
        }
        int set = lastSetter(p, pc, where);
        return set < 0 ? null : named(p, set);
    }

    private static String named(Prototype p, int pc) {
        int i = p.code[pc];
        int b = Lua.GETARG_B(i);
        return switch (Lua.GET_OPCODE(i)) {
            case Lua.OP_MOVE -> b < Lua.GETARG_A(i) ? name(p, pc, b) : null;
            case Lua.OP_GETUPVAL -> upvalue(p, b);
            case Lua.OP_GETTABUP ->
                "'_ENV'".equals(quoted(p.upvalues[b].name)) ? key(p, i, "global") : key(p, i, "field");
            case Lua.OP_GETTABLE -> key(p, i, "field");
            case Lua.OP_SELF -> key(p, i, "method");
            default -> null;
        };
    }

    private static String key(Prototype p, int instruction, String kind) {
        int c = Lua.GETARG_C(instruction);
        return c >= CONSTANT && p.k[c & 0xff] instanceof LuaString s ? kind + " " + quoted(s) : null;
    }

    private static String upvalue(Prototype p, int number) {
        return "upvalue " + quoted(p.upvalues[number].name);
    }

    private static String quoted(LuaString name) {
        return "'" + (name == null ? "?" : Text.oneLine(Text.string(name), 60)) + "'";
    }

    /** Returns the last instruction before {@code end} that set a register on the straight way there, or -1. */
    private static int lastSetter(Prototype p, int end, int register) {
        int setter = -1;
        for (int pc = 0; pc < end; pc++) {
            int i = p.code[pc];
            int a = Lua.GETARG_A(i);
            boolean sets = switch (Lua.GET_OPCODE(i)) {
                case Lua.OP_LOADNIL -> a <= register && register <= a + Lua.GETARG_B(i);
                case Lua.OP_TFORCALL -> register >= a + 2;
                case Lua.OP_CALL, Lua.OP_TAILCALL -> register >= a;
                case Lua.OP_JMP -> {
                    int target = pc + 1 + Lua.GETARG_sBx(i);
                    if (pc < target && target <= end) {
                        pc = target - 1;
                    }
                    yield false;
                }
                case Lua.OP_TEST -> register == a;
                default -> Lua.testAMode(Lua.GET_OPCODE(i)) && register == a;
            };
            if (sets) {
                setter = pc;
            }
        }
        return setter;
    }
}
