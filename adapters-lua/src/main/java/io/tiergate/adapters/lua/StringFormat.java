package io.tiergate.adapters.lua;

import java.util.Locale;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/**
 * One conversion of {@code string.format}: {@code %[flags][width][.precision]letter}.
 *
 * @param flags of {@code -+ #0}
 * @param width least length, 0 to 99
 * @param precision 0 to 99, or -1 for the letter's own
 */
record StringFormat(String flags, int width, int precision, char letter) {
    /** Returns a number in decimal, octal or hexadecimal, with C's rules for flags. */
    String integer(double value) {
        if (value != Math.rint(value) || Double.isInfinite(value)) {
            throw new ScriptError("bad argument to 'format' (number has no integer representation)");
        }
        long n = (long) value;
        String digits = switch (letter) {
            case 'x' -> Long.toHexString(n);
            case 'X' -> Long.toHexString(n).toUpperCase(Locale.ROOT);
            case 'o' -> Long.toOctalString(n);
            case 'u' -> Long.toUnsignedString(n);
            default -> Long.toString(n).substring(n < 0 ? 1 : 0);
        };
        digits = "0".repeat(Math.max(0, precision - digits.length())) + digits;
        boolean signed = letter == 'd' || letter == 'i';
        String sign = signed && n < 0 ? "-" : signed ? plus() : alternate(n);
        return padded(sign, digits, precision < 0);
    }

    private String alternate(long n) {
        return !has('#') || n == 0 ? "" : letter == 'o' ? "0" : "0" + letter;
    }

    /** Returns a number with a point or an exponent. */
    String real(double value) {
        boolean negative = value < 0 || (value == 0 && 1 / value < 0);
        double d = Math.abs(value);
        int digits = precision < 0 ? 6 : precision;
        boolean finite = !Double.isNaN(d) && !Double.isInfinite(d);
        String text = !finite
                ? NumberText.special(d)
                : switch (letter) {
                    case 'e', 'E' -> NumberText.exponential(d, digits);
                    case 'g', 'G' -> NumberText.general(d, digits, has('#'));
                    default -> NumberText.fixed(d, digits);
                };
        String cased = Character.isUpperCase(letter) ? text.toUpperCase(Locale.ROOT) : text;
        return padded(negative ? "-" : plus(), cased, finite);
    }

    private String plus() {
        return has('+') ? "+" : has(' ') ? " " : "";
    }

    private boolean has(char flag) {
        return flags.indexOf(flag) >= 0;
    }

    private String padded(String sign, String digits, boolean zerosAllowed) {
        int missing = width - sign.length() - digits.length();
        if (missing <= 0) {
            return sign + digits;
        }
        if (has('-')) {
            return sign + digits + " ".repeat(missing);
        }
        return has('0') && zerosAllowed ? sign + "0".repeat(missing) + digits : " ".repeat(missing) + sign + digits;
    }

    /** Returns a text cut to the precision and padded to the width. */
    LuaString string(LuaString text) {
        int length = precision < 0 ? text.m_length : Math.min(precision, text.m_length);
        if (length == text.m_length && length >= width) {
            return text;
        }
        byte[] bytes = new byte[Math.max(width, length)];
        java.util.Arrays.fill(bytes, (byte) ' ');
        text.copyInto(0, bytes, has('-') ? 0 : bytes.length - length, length);
        return LuaString.valueUsing(bytes);
    }

    /** Returns a text as a literal that Lua reads back. */
    static LuaString quoted(LuaString text) {
        StringBuilder literal = new StringBuilder(text.m_length + 2).append('"');
        for (int i = 0; i < text.m_length; i++) {
            int c = text.luaByte(i);
            switch (c) {
                case '"', '\\', '\n' -> literal.append('\\').append((char) c);
                case '\r' -> literal.append("\\r");
                case 0 -> {
                    int next = i + 1 < text.m_length ? text.luaByte(i + 1) : 0;
                    literal.append(next >= '0' && next <= '9' ? "\\000" : "\\0");
                }
                default -> literal.append((char) c);
            }
        }
        String whole = literal.append('"').toString();
        return LuaString.valueUsing(whole.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    }

    /** Returns the conversion that begins behind the {@code %} at {@code from}, and where it ends. */
    static Parsed parse(LuaString format, int from) {
        int i = from;
        while (i < format.m_length && "-+ #0".indexOf(format.luaByte(i)) >= 0) {
            i++;
        }
        if (i - from > 5) {
            throw new ScriptError("invalid format (repeated flags)");
        }
        String flags = Text.string(format.substring(from, i));
        int width = 0;
        int precision = -1;
        int widthEnd = digits(format, i);
        if (widthEnd > i) {
            width = number(format, i, widthEnd);
        }
        i = widthEnd;
        if (i < format.m_length && format.luaByte(i) == '.') {
            int end = digits(format, i + 1);
            precision = end > i + 1 ? number(format, i + 1, end) : 0;
            i = end;
        }
        if (i >= format.m_length) {
            throw new ScriptError("invalid conversion '%' to 'format'");
        }
        return new Parsed(new StringFormat(flags, width, precision, (char) format.luaByte(i)), i + 1);
    }

    /** A conversion and the index behind it. */
    record Parsed(StringFormat conversion, int end) {}

    private static int digits(LuaString format, int from) {
        int i = from;
        while (i < format.m_length && format.luaByte(i) >= '0' && format.luaByte(i) <= '9') {
            i++;
        }
        if (i - from > 2) {
            throw new ScriptError("invalid format (width or precision too long)");
        }
        return i;
    }

    private static int number(LuaString format, int from, int to) {
        return LuaValue.valueOf(Text.string(format.substring(from, to))).checkint();
    }
}
