package io.tiergate.adapters.lua;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.luaj.vm2.LuaDouble;
import org.luaj.vm2.LuaInteger;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * JSON numbers to Lua and back. A Lua number is a double, so an integer beyond 2<sup>53</sup> would lose digits: it comes as text
 * with a mark that a script does not see. The mark is behind the text in the array that holds its bytes, so it travels with the
 * string wherever the script puts it, and any string made from it has none.
 */
final class JsonNumbers {
    /** The largest whole number up to which doubles hold every one: 2<sup>53</sup>. */
    static final long MAX_EXACT = 1L << 53;

    /** Longer than the strings that LuaJ shares by content, so that a marked string is never handed to anybody else. */
    private static final byte[] MARK = "\0a JSON number beyond 2^53, as text".getBytes(US_ASCII);

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonNumbers() {}

    static LuaValue integer(long value) {
        return value >= -MAX_EXACT && value <= MAX_EXACT ? LuaInteger.valueOf(value) : marked(Long.toString(value));
    }

    static LuaValue integer(BigInteger value) {
        return value.bitLength() < Long.SIZE ? integer(value.longValue()) : marked(value.toString());
    }

    /** Returns a number with a fraction or exponent; as marked text where no double comes near it. */
    static LuaValue decimal(BigDecimal value) {
        double d = value.doubleValue();
        return Double.isInfinite(d) ? marked(value.toString()) : LuaDouble.valueOf(d);
    }

    /** Returns whether a decimal as it was written is just what {@link #node} makes of its number. */
    @SuppressWarnings("BigDecimalEquals") // 0.10 is not written as 0.1
    static boolean isSaidBy(LuaNumber number, BigDecimal written) {
        double d = number.todouble();
        return d != Math.rint(d) && written.equals(shortest(d));
    }

    private static LuaString marked(String numeral) {
        byte[] text = numeral.getBytes(US_ASCII);
        byte[] bytes = Arrays.copyOf(text, text.length + MARK.length);
        System.arraycopy(MARK, 0, bytes, text.length, MARK.length);
        return LuaString.valueUsing(bytes, 0, text.length);
    }

    /** Returns the number that a text is marked as, or null where it is ordinary text. */
    static JsonNode marked(LuaString text) {
        int end = text.m_offset + text.m_length;
        if (text.m_offset != 0
                || text.m_length == 0
                || text.m_bytes.length - end != MARK.length
                || !Arrays.equals(text.m_bytes, end, text.m_bytes.length, MARK, 0, MARK.length)) {
            return null;
        }
        String numeral = new String(text.m_bytes, 0, text.m_length, US_ASCII);
        try {
            return numeral.matches("-?[0-9]+")
                    ? NODES.numberNode(new BigInteger(numeral))
                    : NODES.numberNode(new BigDecimal(numeral));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Returns a number of Lua's as JSON: whole ones within 2<sup>53</sup> without a fraction.
     *
     * @throws IllegalArgumentException where it is not finite
     */
    static JsonNode node(LuaNumber number) {
        if (number instanceof LuaInteger) {
            return NODES.numberNode(number.toint());
        }
        double d = number.todouble();
        if (Double.isNaN(d) || Double.isInfinite(d)) {
            throw new IllegalArgumentException("the number " + NumberText.special(d) + ", which JSON cannot say");
        }
        return d == Math.rint(d) && Math.abs(d) <= MAX_EXACT
                ? NODES.numberNode((long) d)
                : NODES.numberNode(shortest(d));
    }

    /** Returns the decimal with the fewest digits that reads as this double. */
    private static BigDecimal shortest(double d) {
        return BigDecimal.valueOf(d).stripTrailingZeros();
    }
}
