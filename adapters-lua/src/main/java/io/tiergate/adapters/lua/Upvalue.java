package io.tiergate.adapters.lua;

import org.luaj.vm2.LuaValue;

/** A local variable that outlives its block because a function inside refers to it. */
final class Upvalue {
    private LuaValue[] cells;
    private int index;

    /** Makes one that shares a register with its function until it is {@linkplain #close() closed}. */
    Upvalue(LuaValue[] registers, int index) {
        this.cells = registers;
        this.index = index;
    }

    LuaValue get() {
        return cells[index];
    }

    void set(LuaValue value) {
        cells[index] = value;
    }

    /** Returns whether it shares this register, counted from 0, or one above it. */
    boolean isAtOrAbove(int register) {
        return index >= register;
    }

    boolean isAt(int register) {
        return index == register;
    }

    /** Takes its value away from the register, which the function uses for something else from now on. */
    void close() {
        cells = new LuaValue[] {cells[index]};
        index = 0;
    }
}
