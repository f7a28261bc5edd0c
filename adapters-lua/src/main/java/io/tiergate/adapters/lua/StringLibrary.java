package io.tiergate.adapters.lua;

import static org.luaj.vm2.LuaValue.NIL;
import static org.luaj.vm2.LuaValue.NONE;
import static org.luaj.vm2.LuaValue.varargsOf;

import java.util.Arrays;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** The table {@code string}, of bytes as in Lua 5.2, without {@code dump}. */
final class StringLibrary {
    private final Meter meter;
    private final Operators operators;
    private final BaseLibrary base;

    StringLibrary(Meter meter, Operators operators, BaseLibrary base) {
        this.meter = meter;
        this.operators = operators;
        this.base = base;
    }

    void define(LuaTable string) {
        Builtin.define(string, "byte", args -> bytes(arguments("byte", args)));
        Builtin.define(string, "char", args -> character(arguments("char", args)));
        Builtin.define(string, "find", args -> find(arguments("find", args), true));
        Builtin.define(string, "format", args -> format(arguments("format", args)));
        Builtin.define(string, "gmatch", args -> gmatch(arguments("gmatch", args)));
        Builtin.define(string, "gsub", args -> gsub(arguments("gsub", args)));
        Builtin.define(
                string, "len", args -> LuaValue.valueOf(arguments("len", args).string(1).m_length));
        Builtin.define(string, "lower", args -> mapped(arguments("lower", args), 'A', 'Z', 0x20));
        Builtin.define(string, "match", args -> find(arguments("match", args), false));
        Builtin.define(string, "rep", args -> repeat(arguments("rep", args)));
        Builtin.define(string, "reverse", args -> reverse(arguments("reverse", args)));
        Builtin.define(string, "sub", args -> sub(arguments("sub", args)));
        Builtin.define(string, "upper", args -> mapped(arguments("upper", args), 'a', 'z', -0x20));
    }

    private Arguments arguments(String function, Varargs args) {
        return new Arguments(function, args, operators);
    }

    /** Returns a position counted from 1, or from the end where negative, as one counted from 0; may be out of range. */
    private static int index(int position, int length) {
        return position > 0 ? position - 1 : position == 0 ? -1 : Math.max(-1, length + position);
    }

    private Varargs bytes(Arguments args) {
        LuaString text = args.string(1);
        int position = args.integer(2, 1);
        int from = Math.max(0, index(position, text.m_length));
        int to = Math.min(text.m_length - 1, index(args.integer(3, position), text.m_length));
        if (from > to) {
            return NONE;
        }
        meter.spend(to - from);
        meter.allocate(8L * (to - from));
        LuaValue[] values = new LuaValue[to - from + 1];
        for (int i = from; i <= to; i++) {
            values[i - from] = LuaValue.valueOf(text.luaByte(i));
        }
        return varargsOf(values);
    }

    private LuaValue character(Arguments args) {
        byte[] bytes = operators.newBytes(args.count());
        for (int i = 0; i < bytes.length; i++) {
            int c = args.integer(i + 1);
            if (c < 0 || c > 255) {
                throw args.bad(i + 1, "value out of range");
            }
            bytes[i] = (byte) c;
        }
        return LuaString.valueUsing(bytes);
    }

    private LuaValue mapped(Arguments args, int first, int last, int shift) {
        LuaString text = args.string(1);
        byte[] bytes = copy(text);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] >= first && bytes[i] <= last) {
                bytes[i] = (byte) (bytes[i] + shift);
            }
        }
        return LuaString.valueUsing(bytes);
    }

    private byte[] copy(LuaString text) {
        byte[] bytes = operators.newBytes(text.m_length);
        text.copyInto(0, bytes, 0, bytes.length);
        return bytes;
    }

    private LuaValue reverse(Arguments args) {
        byte[] bytes = copy(args.string(1));
        for (int i = 0, j = bytes.length - 1; i < j; i++, j--) {
            byte b = bytes[i];
            bytes[i] = bytes[j];
            bytes[j] = b;
        }
        return LuaString.valueUsing(bytes);
    }

    private LuaValue repeat(Arguments args) {
        LuaString text = args.string(1);
        int times = args.integer(2);
        LuaString separator = args.string(3, LuaValue.EMPTYSTRING);
        if (times <= 0) {
            return LuaValue.EMPTYSTRING;
        }
        byte[] bytes = operators.newBytes((long) times * text.m_length + (times - 1L) * separator.m_length);
        int at = 0;
        // An empty text a billion times is no memory and still a billion rounds.
        for (int i = 0; i < times && bytes.length > 0; i++) {
            if (i > 0) {
                separator.copyInto(0, bytes, at, separator.m_length);
                at += separator.m_length;
            }
            text.copyInto(0, bytes, at, text.m_length);
            at += text.m_length;
        }
        return LuaString.valueUsing(bytes);
    }

    private LuaValue sub(Arguments args) {
        LuaString text = args.string(1);
        int from = Math.max(0, index(args.integer(2), text.m_length));
        int to = Math.min(text.m_length, index(args.integer(3, -1), text.m_length) + 1);
        if (from >= to) {
            return LuaValue.EMPTYSTRING;
        }
        meter.allocate(40 + (long) to - from);
        return text.substring(from, to);
    }

    private Varargs find(Arguments args, boolean positions) {
        LuaString text = args.string(1);
        LuaString pattern = args.string(2);
        int start = Math.max(0, index(args.integer(3, 1), text.m_length));
        if (start > text.m_length) {
            return NIL;
        }
        if (positions && (args.values().arg(4).toboolean() || Pattern.isPlain(pattern))) {
            meter.spend(pattern.m_length);
            int at = indexOf(text, pattern, start);
            return at < 0 ? NIL : varargsOf(LuaValue.valueOf(at + 1), LuaValue.valueOf(at + pattern.m_length));
        }
        boolean anchored = pattern.m_length > 0 && pattern.luaByte(0) == '^';
        Pattern matcher = new Pattern(meter, text, pattern);
        for (int s = start; s <= text.m_length; s++) {
            meter.step();
            int end = matcher.matchAt(s, anchored ? 1 : 0);
            if (end >= 0) {
                return positions
                        ? varargsOf(LuaValue.valueOf(s + 1), LuaValue.valueOf(end), matcher.explicitCaptures(s, end))
                        : matcher.captures(s, end);
            }
            if (anchored) {
                break;
            }
        }
        return NIL;
    }

    private int indexOf(LuaString text, LuaString wanted, int from) {
        if (wanted.m_length == 0) {
            return from;
        }
        int first = wanted.luaByte(0);
        for (int i = from; i <= text.m_length - wanted.m_length; i++) {
            if ((i & 63) == 0) {
                meter.step();
            }
            if (text.luaByte(i) == first) {
                meter.spend(1 + wanted.m_length / 64);
                if (LuaString.equals(text, i, wanted, 0, wanted.m_length)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private LuaValue gmatch(Arguments args) {
        LuaString text = args.string(1);
        Pattern matcher = new Pattern(meter, text, args.string(2));
        int[] at = {0};
        return new Builtin("gmatch iterator", unused -> {
            for (; at[0] <= text.m_length; at[0]++) {
                meter.step();
                int start = at[0];
                int end = matcher.matchAt(start, 0);
                if (end >= 0) {
                    at[0] = end == start ? end + 1 : end;
                    return matcher.captures(start, end);
                }
            }
            return NIL;
        });
    }

    private Varargs gsub(Arguments args) {
        LuaString text = args.string(1);
        LuaString pattern = args.string(2);
        LuaValue replacement = args.any(3);
        if (!replacement.isstring() && !replacement.istable() && !replacement.isfunction()) {
            throw args.bad(3, "string/function/table expected");
        }
        int most = args.integer(4, Integer.MAX_VALUE);
        boolean anchored = pattern.m_length > 0 && pattern.luaByte(0) == '^';
        Pattern matcher = new Pattern(meter, text, pattern);
        Bytes result = new Bytes(operators);
        int count = 0;
        int s = 0;
        while (count < most) {
            meter.step();
            int end = matcher.matchAt(s, anchored ? 1 : 0);
            if (end >= 0) {
                count++;
                result.add(replaced(matcher, text, s, end, replacement));
            }
            if (end > s) {
                s = end;
            } else if (s < text.m_length) {
                result.add(text, s, s + 1);
                s++;
            } else {
                break;
            }
            if (anchored) {
                break;
            }
        }
        result.add(text, Math.min(s, text.m_length), text.m_length);
        return varargsOf(result.string(), LuaValue.valueOf(count));
    }

    private LuaString replaced(Pattern matcher, LuaString text, int start, int end, LuaValue replacement) {
        LuaString template = Operators.text(replacement);
        if (template != null) {
            return expanded(matcher, template, start, end);
        }
        LuaValue value = replacement.istable()
                ? replacement.get(matcher.capture(0, start, end))
                : replacement.invoke(matcher.captures(start, end)).arg1();
        if (!value.toboolean()) {
            return text.substring(start, end);
        }
        LuaString result = Operators.text(value);
        if (result == null) {
            throw new ScriptError("invalid replacement value (a " + value.typename() + ")");
        }
        return result;
    }

    private LuaString expanded(Pattern matcher, LuaString template, int start, int end) {
        Bytes result = new Bytes(operators);
        int i = 0;
        while (i < template.m_length) {
            meter.step();
            if (template.luaByte(i) != '%') {
                result.add(template, i, ++i);
                continue;
            }
            int next = i + 1 < template.m_length ? template.luaByte(i + 1) : -1;
            if (next == '%') {
                result.add(template, i, i + 1);
            } else if (next == '0') {
                result.add(matcher.wholeMatch(start, end));
            } else if (next >= '1' && next <= '9') {
                result.add(Operators.text(matcher.capture(next - '1', start, end)));
            } else {
                throw new ScriptError("invalid use of '%' in replacement string");
            }
            i += 2;
        }
        return result.string();
    }

    private LuaValue format(Arguments args) {
        LuaString format = args.string(1);
        Bytes result = new Bytes(operators);
        int argument = 1;
        int i = 0;
        while (i < format.m_length) {
            meter.step();
            if (format.luaByte(i) != '%') {
                result.add(format, i, ++i);
            } else if (i + 1 < format.m_length && format.luaByte(i + 1) == '%') {
                result.add(format, i, i + 1);
                i += 2;
            } else {
                StringFormat.Parsed parsed = StringFormat.parse(format, i + 1);
                result.add(converted(args, ++argument, parsed.conversion()));
                i = parsed.end();
            }
        }
        return result.string();
    }

    private LuaString converted(Arguments args, int i, StringFormat conversion) {
        return switch (conversion.letter()) {
            case 'd', 'i', 'u', 'o', 'x', 'X' ->
                LuaString.valueOf(conversion.integer(args.number(i).todouble()));
            case 'e', 'E', 'f', 'F', 'g', 'G' ->
                LuaString.valueOf(conversion.real(args.number(i).todouble()));
            case 'c' -> conversion.string(LuaString.valueUsing(new byte[] {(byte) args.integer(i)}));
            case 'q' -> {
                meter.allocate(4L * args.string(i).m_length);
                yield StringFormat.quoted(args.string(i));
            }
            case 's' -> conversion.string(base.tostring(args.any(i)));
            default -> throw new ScriptError("invalid conversion '%" + conversion.letter() + "' to 'format'");
        };
    }

    /** Bytes that grow, metered. */
    private static final class Bytes {
        private final Operators operators;
        private byte[] bytes = new byte[64];
        private int length;

        Bytes(Operators operators) {
            this.operators = operators;
        }

        void add(LuaString text) {
            add(text, 0, text.m_length);
        }

        void add(LuaString text, int from, int to) {
            int needed = Math.addExact(length, to - from);
            if (needed > bytes.length) {
                byte[] larger = operators.newBytes(Math.max(needed, 2L * bytes.length));
                System.arraycopy(bytes, 0, larger, 0, length);
                bytes = larger;
            }
            text.copyInto(from, bytes, length, to - from);
            length = needed;
        }

        LuaString string() {
            return LuaString.valueUsing(Arrays.copyOf(bytes, length));
        }
    }
}
