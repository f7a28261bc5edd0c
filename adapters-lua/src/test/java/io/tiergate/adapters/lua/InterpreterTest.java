package io.tiergate.adapters.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.AdapterException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lua 5.2, as its reference manual says it. */
class InterpreterTest {
    private final Lua lua = new Lua();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            return 1 + 2 * 3 - 4 / 2                                                  | 5
            return 7 % 3 + -7 % 3 + 2 ^ 10                                            | 1027
            return "10" + 5                                                           | 15
            return "a" .. 1 .. 2.5 .. "b"                                             | "a12.5b"
            return 0.1 .. ""                                                          | "0.1"
            return 1234567.891 .. ""                                                  | "1234567.891"
            return 9007199254740991 .. ""                                             | "9007199254740991"
            return 1e100 .. ""                                                        | "1e+100"
            return -(3) .. tostring(not nil) .. #"äb"                                 | "-3true3"
            local t = {1, 2, 3, n = 4, [10] = 5} return #t + t.n + t[10]              | 12
            return (1 < 2) == true and "a" < "b" and "é" > "z" and 2 <= 2             | true
            return 0/0 == 0/0                                                         | false
            local a, b, c = (function(...) return ... end)(1, 2) return a + b + (c or 10) | 13
            local function f(...) local n = select("#", ...) return n end return f(nil, nil) | 2
            local function f(a, ...) return select(2, ...) end return f(1, 2, 3, 4)   | 3
            local s = 0 for i = 10, 1, -3 do s = s + i end return s                   | 22
            local s = 0 for i = 1, 3 do for j = 1, 3 do if j == 2 then break end s = s + 1 end end return s | 3
            local s = 0 for k, v in pairs({a = 1, b = 2, 3}) do s = s + v end return s | 6
            local s = "" for i, v in ipairs({"x", "y", nil, "z"}) do s = s .. i .. v end return s | "1x2y"
            local i = 0 repeat i = i + 1 until i >= 5 return i                        | 5
            local i = 0 while true do i = i + 1 if i == 7 then break end end return i | 7
            do goto skip end do return 1 end ::skip:: return 2                        | 2
            local f = {} for i = 1, 3 do f[i] = function() i = i + 1 return i end end return f[1]() * 100 + f[1]() * 10 + f[2]() | 233
            local function counter() local n = 0 return function() n = n + 1 return n end end local a, b = counter(), counter() a() return a() * 10 + b() | 21
            local x = 1 do local x = 2 end return x                                   | 1
            local function fact(n) if n < 2 then return 1 end return n * fact(n - 1) end return fact(10) | 3628800
            local function loop(n, acc) if n == 0 then return acc end return loop(n - 1, acc + 1) end return loop(10000, 0) | 10000
            local t = setmetatable({}, {__index = function(t, k) return k .. "!" end}) return t.x | "x!"
            local t = setmetatable({}, {__index = {y = 5}}) return t.y                | 5
            local log = {} local t = setmetatable({}, {__newindex = function(t, k, v) rawset(t, k, v * 2) end}) t.a = 4 return t.a | 8
            local t = setmetatable({}, {__call = function(self, a, b) return a + b end}) return t(2, 3) | 5
            local m = {__add = function(a, b) return "added" end} return setmetatable({}, m) + 1 | "added"
            local m = {__concat = function(a, b) return "joined" end} return 1 .. setmetatable({}, m) | "joined"
            local m = {__eq = function() return true end} return setmetatable({}, m) == setmetatable({}, m) | true
            local m = {__lt = function() return true end} return setmetatable({}, m) < setmetatable({}, m) | true
            local m = {__len = function() return 42 end} return #setmetatable({}, m)  | 42
            local m = {__unm = function() return 7 end} return -setmetatable({}, m)   | 7
            return tostring(setmetatable({}, {__tostring = function() return "T" end})) | "T"
            return getmetatable(setmetatable({}, {__metatable = "hidden"}))           | "hidden"
            return ({pcall(error, {code = 5})})[2].code                               | 5
            return select(2, pcall(error, "x", 0))                                    | "x"
            return select(2, pcall(function() error("x") end))                        | "test.lua:1: x"
            return select(2, pcall(function() local x = nil; return x.y end))         | "test.lua:1: attempt to index local 'x' (a nil value)"
            return (select(2, xpcall(function() error("x", 0) end, function(m) return m .. "!" end))) | "x!"
            return select("#", table.unpack({1, 2, nil, 4}, 1, 4))                    | 4
            return table.concat({1, "b", 3}, ", ")                                    | "1, b, 3"
            local t = {3, 1, 2} table.sort(t, function(a, b) return a > b end) return table.concat(t) | "321"
            local t = {"b", "é", "a"} table.sort(t) return table.concat(t)            | "abé"
            local t = {1, 2, 3} table.insert(t, 2, 9) table.insert(t, 8) return table.concat(t, ",") .. table.remove(t, 1) .. table.remove(t) .. #t | "1,9,2,3,8183"
            return table.pack(1, nil, 3).n                                            | 3
            return tonumber("0x10") + tonumber("ff", 16) + tonumber("  12  ")         | 283
            return tostring(tonumber("abc")) .. tostring(tonumber(""))                | "nilnil"
            return math.floor(-1.5) .. math.max(1, 5, 3) .. math.huge .. math.fmod(7, 3) | "-25inf1"
            return type(json.null) .. type({}) .. type(print)                         | "userdatatablefunction"
            return next({}) == nil and rawequal("a", "a") and rawlen({1, 2}) == 2     | true
            local t = {} t[1.0] = "a" t[2^53] = "b" return t[1] .. t[2^53]            | "ab"
            local a <const> = 1                                                      | !
            """)
    void anExpressionHasTheManualsValue(String chunk, String expected) {
        if (expected.equals("!")) {
            assertThatThrownBy(() -> lua.eval(chunk)).isInstanceOf(AdapterException.class);
        } else {
            assertThat(lua.eval(chunk)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            local r = {} return r.a.b              | attempt to index field 'a' (a nil value)
            return undefined.x                     | attempt to index global 'undefined' (a nil value)
            return undefined()                     | attempt to call global 'undefined' (a nil value)
            local t = {} t:go()                    | attempt to call method 'go' (a nil value)
            local x = {} return function() return x.a.b end, x.a.b | attempt to index field 'a' (a nil value)
            return json.null.x                     | attempt to index field 'null' (a userdata value)
            local a = "x" return a + 1             | attempt to perform arithmetic on local 'a' (a string value)
            return {} + 1                          | attempt to perform arithmetic on a table value
            return "a" .. {}                       | attempt to concatenate a table value
            local t = {} return "a" .. t.b .. "c"  | attempt to concatenate field 'b' (a nil value)
            return #nil                            | attempt to get length of a nil value
            return 1 < "2"                         | attempt to compare
            return {} < {}                         | attempt to compare
            local t = {} t[nil] = 1                | index is nil
            local t = {} t[0/0] = 1                | index is NaN
            for i = 1, "x" do end                  | 'for' limit must be a number
            error("no", 2)                         | no
            error()                                | (error object is a nil value)
            error({})                              | (error object is a table value)
            return ("x"):rep()                     | bad argument #2 to 'rep' (number expected, got no value)
            return ipairs(nil)                     | bad argument #1 to 'ipairs' (table expected, got nil)
            assert(false, "why")                   | why
            assert(nil)                            | assertion failed!
            local function f() return f() + 1 end f() | stack overflow
            """)
    void anErrorNamesFileLineAndVariable(String chunk, String message) {
        assertThatThrownBy(() -> lua.eval("\n" + chunk))
                .isInstanceOf(AdapterException.class)
                .hasMessageStartingWith("test.lua:")
                .hasMessageContaining(message)
                .hasMessageEndingWith("(in main function)");
    }
}
