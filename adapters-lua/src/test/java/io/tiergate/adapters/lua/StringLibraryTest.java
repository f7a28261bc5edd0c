package io.tiergate.adapters.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code string} of Lua 5.2, as its reference manual and its test suite (pm.lua, strings.lua) say it. */
class StringLibraryTest {
    private final Lua lua = new Lua();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            return ("hello"):sub(2, -2) .. ("hello"):sub(-3) .. ("hello"):sub(0) .. ("hello"):sub(10) | "ellllohello"
            return ("aB"):upper() .. ("aB"):lower() .. ("abc"):reverse() .. ("x"):rep(3, ",")  | "ABabcbax,x,x"
            return ("x"):rep(0) .. ("x"):rep(-1) .. (""):rep(100000000)                        | ""
            return select("#", ("abc"):byte(1, -1)) .. ("abc"):byte(-1) .. string.char(65, 66) | "399AB"
            return (("hello world"):find("o w"))                                               | 5
            return select(2, ("hello"):find("l+"))                                             | 4
            return (("a.b"):find(".", 2, true)) .. (("abc"):find("b", -1) or "none")           | "2none"
            return ("key = value"):match("^(%w+)%s*=%s*(%w+)$")                                | "key"
            return select(2, ("key = value"):match("^(%w+)%s*=%s*(%w+)$"))                     | "value"
            return ("  trim  "):match("^%s*(.-)%s*$")                                          | "trim"
            return ("data:image/png;base64,AAAA"):match("^data:([^;,]*);base64,(.*)$")         | "image/png"
            return ("f(a(b)c)d"):match("%b()")                                                 | "(a(b)c)"
            return ("THE (quick) fox"):find("%f[%a]%a+%f[%A]")                                 | 1
            return ("abab"):match("^(ab)%1$")                                                  | "ab"
            return ("hello"):match("()ll()")                                                   | 3
            return ("x]y"):match("[]]") .. ("a-b"):match("[a%-]+") .. ("a^b"):match("[b^]+")   | "]a-^b"
            return ("é"):match("^[%z\\x80-\\xff]+$") ~= nil                                    | true
            return ("hello world"):gsub("o", "0")                                              | "hell0 w0rld"
            return select(2, ("hello world"):gsub("o", "0", 1))                                | 1
            return (("hello"):gsub("", "-"))                                                   | "-h-e-l-l-o-"
            return (("abc"):gsub("%w", "%0%0"))                                                | "aabbcc"
            return (("hello world"):gsub("(%w+) (%w+)", "%2 %1"))                              | "world hello"
            return (("$name is $age"):gsub("%$(%w+)", {name = "Bob", age = 5}))                | "Bob is 5"
            return (("abc"):gsub("%w", function(c) if c == "b" then return "[b]" end end))     | "a[b]c"
            return (("abc"):gsub("^a", "x")) .. (("aaa"):gsub("^a", "x"))                      | "xbcxaa"
            return (("100%"):gsub("%%", "%%%%"))                                               | "100%%"
            local s = "" for w in ("one two"):gmatch("%a+") do s = s .. w .. ";" end return s  | "one;two;"
            local s = "" for k, v in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do s = s .. k .. v end return s | "a1b2"
            local n = 0 for _ in ("abc"):gmatch("") do n = n + 1 end return n                  | 4
            return ("%5d!%-5d!%05d!%+d"):format(42, 42, 42, 42)                                | "   42!42   !00042!+42"
            return ("%x %X %o %c"):format(255, 255, 8, 65)                                     | "ff FF 10 A"
            return ("%.2f %e %g %g"):format(3.14159, 12345.678, 0.1, 1e20)                     | "3.14 1.234568e+04 0.1 1e+20"
            return ("%s %10s %-4s! %.2s"):format("a", "b", "c", "defg")                        | "a          b c   ! de"
            return ("%q"):format("a\\n\\"b\\"\\0")                                             | "\\"a\\\\\\n\\\\\\"b\\\\\\"\\\\0\\""
            return ("%s %s %s"):format(nil, true, json.null)                                   | "nil true null"
            return ("%%"):format()                                                             | "%"
            return ("%5.1f!%d"):format(-3.25, "7")                                             | " -3.2!7"
            """)
    void aFunctionDoesWhatTheManualSays(String chunk, String expected) {
        assertThat(lua.eval(chunk)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ("x"):find("[a")           | malformed pattern (missing ']')
            ("x"):find("%")            | malformed pattern (ends with '%')
            ("x"):find("(x")           | unfinished capture
            ("x"):match("x)")          | invalid pattern capture
            ("x"):gsub("x", "%2")      | invalid capture index %2
            ("x"):gsub("x", "%x")      | invalid use of '%' in replacement string
            ("x"):gsub("x", function() return {} end) | invalid replacement value (a table)
            ("%y"):format(1)           | invalid conversion '%y' to 'format'
            ("%d"):format("x")         | bad argument #2 to 'format' (number expected, got string)
            ("%d"):format(1.5)         | number has no integer representation
            ("%999d"):format(1)        | width or precision too long
            ("x"):match(("()"):rep(33)) | too many captures
            string.char(256)           | value out of range
            """)
    void aWrongUseIsAnError(String chunk, String message) {
        assertThatThrownBy(() -> lua.eval("return " + chunk)).hasMessageContaining(message);
    }
}
