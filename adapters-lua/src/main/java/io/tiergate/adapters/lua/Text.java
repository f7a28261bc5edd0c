package io.tiergate.adapters.lua;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.luaj.vm2.LuaString;

/**
 * Java's text to Lua's bytes and back, in UTF-8. Half a surrogate pair, which JSON can hold as an escape and which some upstreams
 * send when they cut a character between two chunks, becomes the three bytes that UTF-8 would give it if it were a character; so
 * both halves survive, and a script that joins them has joined the character. Other bytes that are no UTF-8 become U+FFFD.
 *
 * <p>LuaJ's own conversion is not used: it writes every character beyond U+FFFF as two halves.
 */
final class Text {
    private Text() {}

    static LuaString of(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        boolean ascii = bytes.length == text.length();
        return LuaString.valueUsing(!ascii || hasSurrogate(text) ? encode(text, bytes) : bytes);
    }

    static String string(LuaString text) {
        String string = new String(text.m_bytes, text.m_offset, text.m_length, UTF_8);
        return string.indexOf('\ufffd') < 0 ? string : decode(text);
    }

    /** Returns the text in one line, control characters as spaces, cut to {@code max} characters. */
    static String oneLine(String text, int max) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length() && i < max; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
        }
        return text.length() > max ? line + "…" : line.toString();
    }

    private static boolean hasSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns {@code usual}, or where a half pair stands alone, the encoding that keeps it. */
    private static byte[] encode(String text, byte[] usual) {
        if (!hasLoneSurrogate(text)) {
            return usual;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(usual.length + 16);
        text.codePoints().forEach(c -> {
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                bytes.write(0xe0 | (c >> 12));
                bytes.write(0x80 | ((c >> 6) & 0x3f));
                bytes.write(0x80 | (c & 0x3f));
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(UTF_8));
            }
        });
        return bytes.toByteArray();
    }

    private static boolean hasLoneSurrogate(String text) {
        return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static String decode(LuaString text) {
        StringBuilder string = new StringBuilder(text.m_length);
        int from = 0;
        for (int i = 0; i + 2 < text.m_length; i++) {
            if (text.luaByte(i) == 0xed && text.luaByte(i + 1) >= 0xa0 && text.luaByte(i + 2) >> 6 == 2) {
                string.append(new String(text.m_bytes, text.m_offset + from, i - from, UTF_8));
                string.append((char) (0xd000 | ((text.luaByte(i + 1) & 0x3f) << 6) | (text.luaByte(i + 2) & 0x3f)));
                i += 2;
                from = i + 1;
            }
        }
        return string.append(new String(text.m_bytes, text.m_offset + from, text.m_length - from, UTF_8))
                .toString();
    }
}
