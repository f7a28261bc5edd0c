package io.tiergate.adapters.lua;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/**
 * Holds what a script keeps from one call to the next, in globals and in a stream's state, to a bound. Counts exactly, by walking,
 * and seldom: only when the calls since the last walk took as much memory as is allowed.
 */
final class Retained {
    private static final int TABLE_BYTES = 64;
    private static final int ENTRY_BYTES = 32;
    private static final int STRING_BYTES = 40;
    private static final int FUNCTION_BYTES = 64;

    private final long limit;
    private long sinceLastWalk;

    Retained(long limit) {
        this.limit = limit;
    }

    /**
     * Called after each call.
     *
     * @param allocated bytes that the call took, its arguments included
     * @throws LimitExceeded where more than the limit is kept
     */
    void check(long allocated, LuaValue... roots) {
        sinceLastWalk += allocated;
        if (sinceLastWalk <= limit) {
            return;
        }
        long kept = bytes(roots);
        if (kept > limit) {
            throw new LimitExceeded("keeps " + kept + " bytes from call to call, more than " + limit);
        }
        // Half of what is kept counts as new, so that a script just below the limit is not walked every time.
        sinceLastWalk = kept / 2;
    }

    static long bytes(LuaValue... roots) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<LuaValue> open = new ArrayDeque<>();
        for (LuaValue root : roots) {
            visit(root, seen, open);
        }
        long bytes = 0;
        while (!open.isEmpty()) {
            switch (open.pop()) {
                case LuaString s -> bytes += STRING_BYTES + (seen.add(s.m_bytes) ? s.m_bytes.length : 0);
                case ScriptFunction f -> {
                    bytes += FUNCTION_BYTES;
                    for (Upvalue upvalue : f.upvalues) {
                        visit(upvalue.get(), seen, open);
                    }
                }
                case LuaTable t -> {
                    bytes += TABLE_BYTES;
                    visit(t.getmetatable(), seen, open);
                    for (Varargs e = t.next(LuaValue.NIL); !e.arg1().isnil(); e = t.next(e.arg1())) {
                        bytes += ENTRY_BYTES;
                        visit(e.arg1(), seen, open);
                        visit(e.arg(2), seen, open);
                    }
                }
                default -> bytes += ENTRY_BYTES;
            }
        }
        return bytes;
    }

    private static void visit(LuaValue value, Set<Object> seen, Deque<LuaValue> open) {
        boolean counts = value instanceof LuaTable || value instanceof LuaString || value instanceof ScriptFunction;
        if (counts && seen.add(value)) {
            open.push(value);
        }
    }
}
