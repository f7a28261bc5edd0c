package io.tiergate.adapters.lua;

import java.util.Arrays;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/** Operations on values whose cost depends on the values, metered; used by the interpreter and by the libraries. */
final class Operators {
    /** Longest text that is read as a number. */
    private static final int MAX_NUMERAL = 200;

    private static final int STRING_BYTES = 40;

    private final Meter meter;

    /** The instance's own {@code string} table, where methods of strings are found. */
    private final LuaTable strings;

    Operators(Meter meter, LuaTable strings) {
        this.meter = meter;
        this.strings = strings;
    }

    /** Returns {@code s[key]} for any string {@code s}: its methods. */
    LuaValue stringFunction(LuaValue key) {
        return strings.get(key);
    }

    boolean equal(LuaValue x, LuaValue y) {
        if (x instanceof LuaString a && y instanceof LuaString b && a.m_length == b.m_length) {
            meter.read(a.m_length);
        }
        return x.eq_b(y);
    }

    boolean lessThan(LuaValue x, LuaValue y) {
        return (x instanceof LuaString a && y instanceof LuaString b) ? compare(a, b) < 0 : x.lt_b(y);
    }

    boolean lessOrEqual(LuaValue x, LuaValue y) {
        return (x instanceof LuaString a && y instanceof LuaString b) ? compare(a, b) <= 0 : x.lteq_b(y);
    }

    /** By bytes without sign, so that text in UTF-8 is ordered by code points; LuaJ's own comparison is by signed bytes. */
    private int compare(LuaString a, LuaString b) {
        meter.read(Math.min(a.m_length, b.m_length));
        return Arrays.compareUnsigned(
                a.m_bytes, a.m_offset, a.m_offset + a.m_length, b.m_bytes, b.m_offset, b.m_offset + b.m_length);
    }

    /** Returns whether it is a number or a text that reads as one. */
    boolean isArithmetic(LuaValue x) {
        return x instanceof LuaNumber || (x instanceof LuaString s && s.m_length <= MAX_NUMERAL && s.isnumber());
    }

    /** Returns the number that a value is or reads as, or null. */
    LuaNumber number(LuaValue x) {
        return isArithmetic(x) ? (LuaNumber) x.tonumber() : null;
    }

    /** Returns the values {@code from} to {@code to} as one text, or null where one is neither text nor number. */
    LuaValue concat(LuaValue[] values, int from, int to) {
        long length = 0;
        LuaString[] parts = new LuaString[to - from + 1];
        for (int i = 0; i < parts.length; i++) {
            LuaString part = text(values[from + i]);
            if (part == null) {
                return null;
            }
            parts[i] = part;
            length += part.m_length;
        }
        byte[] bytes = newBytes(length);
        int at = 0;
        for (LuaString part : parts) {
            System.arraycopy(part.m_bytes, part.m_offset, bytes, at, part.m_length);
            at += part.m_length;
        }
        return LuaString.valueUsing(bytes);
    }

    /** Returns a text or a number as text, else null. */
    static LuaString text(LuaValue value) {
        return switch (value) {
            case LuaString s -> s;
            case LuaNumber n -> LuaString.valueOf(NumberText.of(n));
            default -> null;
        };
    }

    /** Returns room for a new string, metered. */
    byte[] newBytes(long length) {
        meter.allocate(STRING_BYTES + length);
        meter.read(length);
        return new byte[Math.toIntExact(length)];
    }
}
