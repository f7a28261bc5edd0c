package io.tiergate.adapters.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/**
 * One attempt after another to match a Lua pattern in a text: the matcher of Lua 5.2's {@code lstrlib.c}, with every step metered,
 * so that a pattern that backtracks for ever ends at the limit of instructions. LuaJ's own matcher counts nothing.
 */
final class Pattern {
    /** Most captures of a pattern, as in the reference implementation. */
    private static final int MAX_CAPTURES = 32;

    /** Deepest recursion of the matcher, as in the reference implementation. */
    private static final int MAX_DEPTH = 200;

    private static final int NONE = -1;
    private static final int UNFINISHED = -1;
    private static final int POSITION = -2;
    private static final String SPECIALS = "^$*+?.([%-";

    private final Meter meter;
    private final LuaString text;
    private final LuaString pattern;
    private final int[] captureStart = new int[MAX_CAPTURES];
    private final int[] captureLength = new int[MAX_CAPTURES];
    private int captures;
    private int depth;

    Pattern(Meter meter, LuaString text, LuaString pattern) {
        this.meter = meter;
        this.text = text;
        this.pattern = pattern;
    }

    /** Returns whether a pattern has no special characters and so matches itself only. */
    static boolean isPlain(LuaString pattern) {
        for (int i = 0; i < pattern.m_length; i++) {
            if (SPECIALS.indexOf(pattern.luaByte(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the index behind a match that begins at {@code start}, or -1. The captures are those of this match until the next
     * call.
     *
     * @param skip how many characters of the pattern are not part of it: 1 for an anchor
     */
    int matchAt(int start, int skip) {
        captures = 0;
        depth = 0;
        return match(start, skip);
    }

    /** Returns all captures, or the whole match where the pattern has none. */
    Varargs captures(int start, int end) {
        int count = Math.max(1, captures);
        LuaValue[] values = new LuaValue[count];
        for (int i = 0; i < count; i++) {
            values[i] = capture(i, start, end);
        }
        return LuaValue.varargsOf(values);
    }

    /** Returns the captures that the pattern has, none where it has none. */
    Varargs explicitCaptures(int start, int end) {
        return captures == 0 ? LuaValue.NONE : captures(start, end);
    }

    /** Returns the capture with this number, counted from 0; 0 is the whole match where the pattern has none. */
    LuaValue capture(int i, int start, int end) {
        if (i >= captures) {
            if (i != 0) {
                throw new ScriptError("invalid capture index %" + (i + 1));
            }
            return wholeMatch(start, end);
        }
        return switch (captureLength[i]) {
            case POSITION -> LuaValue.valueOf(captureStart[i] + 1);
            case UNFINISHED -> throw new ScriptError("unfinished capture");
            default -> substring(captureStart[i], captureStart[i] + captureLength[i]);
        };
    }

    LuaString wholeMatch(int start, int end) {
        return substring(start, end);
    }

    private LuaString substring(int from, int to) {
        meter.allocate(40 + (long) to - from);
        return text.substring(from, to);
    }

    private int match(int start, int patternStart) {
        if (++depth > MAX_DEPTH) {
            throw new ScriptError("pattern too complex");
        }
        try {
            return steps(start, patternStart);
        } finally {
            depth--;
        }
    }

    private int steps(int start, int patternStart) {
        int s = start;
        int p = patternStart;
        while (p < pattern.m_length) {
            meter.step();
            switch (pattern.luaByte(p)) {
                case '(' -> {
                    return at(p + 1) == ')' ? open(s, p + 2, POSITION) : open(s, p + 1, UNFINISHED);
                }
                case ')' -> {
                    return closeCapture(s, p + 1);
                }
                case '$' -> {
                    if (p + 1 == pattern.m_length) {
                        return s == text.m_length ? s : NONE;
                    }
                }
                case '%' -> {
                    int next = at(p + 1);
                    if (next == 'b') {
                        s = balanced(s, p + 2);
                        p += 4;
                        if (s == NONE) {
                            return NONE;
                        }
                        continue;
                    }
                    if (next == 'f') {
                        p += 2;
                        if (at(p) != '[') {
                            throw new ScriptError("missing '[' after a frontier in pattern");
                        }
                        int end = classEnd(p);
                        int before = s == 0 ? 0 : text.luaByte(s - 1);
                        int here = s < text.m_length ? text.luaByte(s) : 0;
                        if (inSet(before, p, end - 1) || !inSet(here, p, end - 1)) {
                            return NONE;
                        }
                        p = end;
                        continue;
                    }
                    if (next >= '0' && next <= '9') {
                        s = backReference(s, next);
                        p += 2;
                        if (s == NONE) {
                            return NONE;
                        }
                        continue;
                    }
                }
                default -> {
                    // an ordinary item, below
                }
            }
            int end = classEnd(p);
            int suffix = at(end);
            switch (suffix) {
                case '?' -> {
                    if (single(s, p, end)) {
                        int rest = match(s + 1, end + 1);
                        if (rest != NONE) {
                            return rest;
                        }
                    }
                    p = end + 1;
                }
                case '*' -> {
                    return longest(s, p, end, 0);
                }
                case '+' -> {
                    return longest(s, p, end, 1);
                }
                case '-' -> {
                    return shortest(s, p, end);
                }
                default -> {
                    if (!single(s, p, end)) {
                        return NONE;
                    }
                    s++;
                    p = end;
                }
            }
        }
        return s;
    }

    private int at(int p) {
        return p < pattern.m_length ? pattern.luaByte(p) : -1;
    }

    private int longest(int s, int p, int end, int least) {
        int count = 0;
        while (single(s + count, p, end)) {
            meter.step();
            count++;
        }
        for (; count >= least; count--) {
            int rest = match(s + count, end + 1);
            if (rest != NONE) {
                return rest;
            }
        }
        return NONE;
    }

    private int shortest(int start, int p, int end) {
        for (int s = start; ; s++) {
            int rest = match(s, end + 1);
            if (rest != NONE) {
                return rest;
            }
            if (!single(s, p, end)) {
                return NONE;
            }
        }
    }

    private int open(int s, int p, int length) {
        if (captures == MAX_CAPTURES) {
            throw new ScriptError("too many captures");
        }
        captureStart[captures] = s;
        captureLength[captures] = length;
        captures++;
        int rest = match(s, p);
        if (rest == NONE) {
            captures--;
        }
        return rest;
    }

    private int closeCapture(int s, int p) {
        int which = captures - 1;
        while (which >= 0 && captureLength[which] != UNFINISHED) {
            which--;
        }
        if (which < 0) {
            throw new ScriptError("invalid pattern capture");
        }
        captureLength[which] = s - captureStart[which];
        int rest = match(s, p);
        if (rest == NONE) {
            captureLength[which] = UNFINISHED;
        }
        return rest;
    }

    private int balanced(int start, int p) {
        if (p + 1 >= pattern.m_length) {
            throw new ScriptError("malformed pattern (missing arguments of a balanced match)");
        }
        int begin = pattern.luaByte(p);
        int end = pattern.luaByte(p + 1);
        if (start >= text.m_length || text.luaByte(start) != begin) {
            return NONE;
        }
        int level = 1;
        for (int s = start + 1; s < text.m_length; s++) {
            meter.step();
            int c = text.luaByte(s);
            if (c == end) {
                if (--level == 0) {
                    return s + 1;
                }
            } else if (c == begin) {
                level++;
            }
        }
        return NONE;
    }

    private int backReference(int s, int digit) {
        int which = digit - '1';
        if (which < 0 || which >= captures || captureLength[which] == UNFINISHED) {
            throw new ScriptError("invalid capture index %" + (which + 1));
        }
        int length = Math.max(0, captureLength[which]);
        meter.read(length);
        return text.m_length - s >= length && LuaString.equals(text, captureStart[which], text, s, length)
                ? s + length
                : NONE;
    }

    /** Returns the index behind the single-character class that begins at {@code start}. */
    private int classEnd(int start) {
        int p = start + 1;
        return switch (pattern.luaByte(start)) {
            case '%' -> {
                if (p >= pattern.m_length) {
                    throw new ScriptError("malformed pattern (ends with '%')");
                }
                yield p + 1;
            }
            case '[' -> setEnd(p);
            default -> p;
        };
    }

    private int setEnd(int start) {
        int p = at(start) == '^' ? start + 1 : start;
        do {
            if (p >= pattern.m_length) {
                throw new ScriptError("malformed pattern (missing ']')");
            }
            meter.step();
            p += pattern.luaByte(p) == '%' ? 2 : 1;
        } while (at(p) != ']');
        return p + 1;
    }

    private boolean single(int s, int p, int end) {
        if (s >= text.m_length) {
            return false;
        }
        int c = text.luaByte(s);
        return switch (pattern.luaByte(p)) {
            case '.' -> true;
            case '%' -> inClass(c, pattern.luaByte(p + 1));
            case '[' -> inSet(c, p, end - 1);
            default -> pattern.luaByte(p) == c;
        };
    }

    /** Returns whether {@code c} is in the set whose brackets stand at {@code start} and {@code end}. */
    private boolean inSet(int c, int start, int end) {
        int p = start + 1;
        boolean in = true;
        if (pattern.luaByte(p) == '^') {
            in = false;
            p++;
        }
        for (; p < end; p++) {
            meter.step();
            int first = pattern.luaByte(p);
            if (first == '%') {
                p++;
                if (inClass(c, pattern.luaByte(p))) {
                    return in;
                }
            } else if (pattern.luaByte(p + 1) == '-' && p + 2 < end) {
                p += 2;
                if (first <= c && c <= pattern.luaByte(p)) {
                    return in;
                }
            } else if (first == c) {
                return in;
            }
        }
        return !in;
    }

    /** Returns whether {@code c} is of the class with this letter; the classes are those of the C locale. */
    private static boolean inClass(int c, int letter) {
        boolean in = switch (letter | 0x20) {
            case 'a' -> isLetter(c);
            case 'c' -> c < 0x20 || c == 0x7f;
            case 'd' -> isDigit(c);
            case 'g' -> c > 0x20 && c < 0x7f;
            case 'l' -> c >= 'a' && c <= 'z';
            case 'p' -> c > 0x20 && c < 0x7f && !isLetter(c) && !isDigit(c);
            case 's' -> c == ' ' || (c >= 9 && c <= 13);
            case 'u' -> c >= 'A' && c <= 'Z';
            case 'w' -> isLetter(c) || isDigit(c);
            case 'x' -> isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
            default -> false;
        };
        boolean isClass = isLetter(letter) && "acdglpsuwx".indexOf(letter | 0x20) >= 0;
        return isClass ? in == (letter >= 'a') : letter == c;
    }

    private static boolean isLetter(int c) {
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
