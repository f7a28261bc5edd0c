package io.tiergate.adapters.lua;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.luaj.vm2.LuaInteger;
import org.luaj.vm2.LuaNumber;

/** Numbers as Lua writes them. LuaJ's own writing goes through {@code float} and keeps seven digits. */
final class NumberText {
    /** Lua's {@code LUAI_NUMFFORMAT} is {@code %.14g}. */
    private static final int DIGITS = 14;

    /** From here on {@code %.14g} writes an exponent. */
    private static final double PLAIN_BELOW = 1e15;

    private NumberText() {}

    static String of(LuaNumber number) {
        if (number instanceof LuaInteger) {
            return Integer.toString(number.toint());
        }
        double d = number.todouble();
        // Wider than %.14g for whole numbers: an id of 16 digits must not become 1.2345678901235e+15.
        return d == Math.rint(d) && Math.abs(d) <= Math.max(PLAIN_BELOW, JsonNumbers.MAX_EXACT)
                ? Long.toString((long) d)
                : general(d, DIGITS, false);
    }

    /**
     * Returns C's {@code %.<digits>g}.
     *
     * @param digits significant digits; 0 counts as 1
     * @param zeros whether zeros at the end stay, as with the flag {@code #}
     */
    static String general(double d, int digits, boolean zeros) {
        if (Double.isNaN(d) || Double.isInfinite(d)) {
            return special(d);
        }
        int precision = Math.max(1, digits);
        int exponent = exponent(rounded(d, precision));
        boolean plain = exponent >= -4 && exponent < precision;
        String text = plain ? fixed(d, precision - 1 - exponent) : exponential(d, precision - 1);
        return zeros ? text : withoutZeros(text);
    }

    /** Returns C's {@code %.<digits>f} of a finite number. */
    static String fixed(double d, int digits) {
        return sign(d)
                + new BigDecimal(Math.abs(d))
                        .setScale(digits, RoundingMode.HALF_EVEN)
                        .toPlainString();
    }

    /** Returns C's {@code %.<digits>e} of a finite number. */
    static String exponential(double d, int digits) {
        BigDecimal rounded = rounded(Math.abs(d), digits + 1);
        int exponent = exponent(rounded);
        String mantissa = rounded.movePointLeft(exponent)
                .setScale(digits, RoundingMode.UNNECESSARY)
                .toPlainString();
        String power = Integer.toString(Math.abs(exponent));
        return sign(d) + mantissa + (exponent < 0 ? "e-" : "e+") + (power.length() < 2 ? "0" : "") + power;
    }

    private static BigDecimal rounded(double d, int precision) {
        return new BigDecimal(d).round(new MathContext(precision, RoundingMode.HALF_EVEN));
    }

    private static int exponent(BigDecimal d) {
        return d.signum() == 0 ? 0 : d.precision() - d.scale() - 1;
    }

    private static String sign(double d) {
        return d < 0 || (d == 0 && 1 / d < 0) ? "-" : "";
    }

    /** Returns C's text for what is no number or endless. */
    static String special(double d) {
        return Double.isNaN(d) ? "nan" : d > 0 ? "inf" : "-inf";
    }

    private static String withoutZeros(String number) {
        int e = number.indexOf('e');
        String mantissa = e < 0 ? number : number.substring(0, e);
        if (mantissa.indexOf('.') < 0) {
            return number;
        }
        int end = mantissa.length();
        while (mantissa.charAt(end - 1) == '0') {
            end--;
        }
        int cut = mantissa.charAt(end - 1) == '.' ? end - 1 : end;
        return mantissa.substring(0, cut) + (e < 0 ? "" : number.substring(e));
    }
}
