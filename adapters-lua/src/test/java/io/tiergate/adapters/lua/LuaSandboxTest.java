package io.tiergate.adapters.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.AdapterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.luaj.vm2.LuaBoolean;
import org.luaj.vm2.LuaFunction;
import org.luaj.vm2.LuaNil;
import org.luaj.vm2.LuaNumber;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/** Scenario S59: what a script cannot reach, keep, or use up. */
class LuaSandboxTest {
    private final Lua lua = new Lua();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "luajava.bindClass('java.lang.System')",
                "os.getenv('PATH')",
                "os.execute('id')",
                "io.open('/abs/x')",
                "require('os')",
                "package.loaded.os",
                "dofile('/abs/x')",
                "loadfile('/abs/x')",
                "load('return 1')()",
                "loadstring('return 1')()",
                "load('\\27Lua')()",
                "debug.getregistry()",
                "debug.sethook()",
                "collectgarbage('count')",
                "coroutine.create(print)",
                "coroutine.wrap(print)",
                "string.dump(print)",
                "newproxy()",
                "getfenv(0)",
                "setfenv(1, {})",
                "getmetatable('').__index",
                "setmetatable('', {})",
                "getmetatable(print).__index",
                "module('x')",
            })
    void whatReachesOutOfAScriptIsNotThere(String expression) {
        assertThatThrownBy(() -> lua.eval("return " + expression))
                .isInstanceOf(AdapterException.class)
                .hasMessageMatching("test\\.lua:1: (attempt to|bad argument).*");
    }

    @Test
    void aScriptSeesTheListedNamesOnly() {
        assertThat(lua.eval("""
                        local seen = json.array()
                        local function list(prefix, t)
                          for k, v in pairs(t) do
                            if type(v) == "table" and v ~= _G then list(prefix .. k .. ".", v)
                            else table.insert(seen, prefix .. k) end
                          end
                        end
                        list("", _G)
                        table.sort(seen)
                        return table.concat(seen, " ")
                        """))
                .isEqualTo("\"_G _VERSION assert error getmetatable ipairs json.array json.decode json.encode json.null"
                        + " log math.abs math.ceil math.exp math.floor math.fmod math.huge math.log math.max math.min"
                        + " math.modf math.pi math.pow math.random math.sqrt next pairs pcall print rawequal rawget"
                        + " rawlen rawset select setmetatable string.byte string.char string.find string.format"
                        + " string.gmatch string.gsub string.len string.lower string.match string.rep string.reverse"
                        + " string.sub string.upper table.concat table.insert table.pack table.remove table.sort"
                        + " table.unpack tonumber tostring type xpcall\"");
    }

    @Test
    void compiledCodeIsNoScript() {
        assertThatThrownBy(() -> lua.script("\u001bLuaR")).isInstanceOf(AdapterException.class);
    }

    @Test
    void noMetatableIsSharedByScripts() {
        lua.eval("string.rep = nil string.upper = print json.null = 1 table.insert = nil return 1");
        assertThat(lua.eval("return ('x'):rep(2) .. ('a'):upper()")).isEqualTo("\"xxA\"");
        assertThat(lua.eval("string.rep = function() return 'own' end return ('x'):rep(2)"))
                .isEqualTo("\"own\"");
        assertThat(lua.eval("return ('x'):rep(2)")).isEqualTo("\"xx\"");
        assertThat(new LuaValue[] {
                    LuaString.s_metatable,
                    LuaNumber.s_metatable,
                    LuaBoolean.s_metatable,
                    LuaNil.s_metatable,
                    LuaFunction.s_metatable
                })
                .as("LuaJ's shared metatables")
                .containsOnlyNulls();
    }

    @Test
    void aGlobalOfOneRequestIsNotSeenInTheNext() {
        LuaAdapter adapter = lua.adapterWithRequest("counter = (counter or 0) + 1 return {n = counter}");
        assertThat(LuaAdapterTest.sentBody(adapter, "{}")).isEqualTo("{\"n\":1}");
        assertThat(LuaAdapterTest.sentBody(adapter, "{}")).isEqualTo("{\"n\":1}");
    }

    @Test
    void aTablePassedInAndKeptIsNotTheHosts() {
        LuaAdapter adapter = lua.adapterWithRequest("source.options.region = 'us' return {r = source.options.region}");
        assertThat(LuaAdapterTest.sentBody(adapter, "{}")).isEqualTo("{\"r\":\"us\"}");
        assertThat(Lua.SOURCE.options().path("region").asString()).isEqualTo("eu");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while true do end",
                "repeat until false",
                "for i = 1, math.huge do end",
                "::again:: goto again",
                "pcall(function() while true do end end) return 1",
                "while true do pcall(function() while true do end end) end",
                "while true do pcall(error, 'x') end",
                "xpcall(function() while true do end end, function() while true do end end)",
                "return setmetatable({}, {__index = function() while true do end end}).x",
                "return ('x'):gsub('x', function() while true do end end)",
                "table.sort({3, 2, 1}, function() while true do end end)",
                "local t = setmetatable({}, {__tostring = function() while true do end end}) return tostring(t)",
                "local function f() return f() end f()",
                "return (('a'):rep(40) .. 'b'):match(('a-'):rep(40) .. 'c')",
                "return ('a'):rep(100000):find('.-.-.-.-b')",
                "return ('a'):rep(100000):find(('a*'):rep(10) .. 'b')",
                "return ('('):rep(1000000):gsub('%b()', '')",
                "for w in ('x'):rep(10000000):gmatch('.-y') do end",
                "return table.concat({}, '', 1, 1e9)",
                "return table.unpack({}, 1, 1e9)",
                "local t = {} for i = 1, 1000000 do t[i] = i % 7 end while true do table.sort(t) end",
                "local t = {} for i = 1, 100000 do t[i] = i end while true do table.insert(t, 1, 0) table.remove(t, 1) end",
                "local s = ('x'):rep(1e7) local u = ('x'):rep(1e7) while s == u do end",
                "local s = ('x'):rep(1e7) local u = ('x'):rep(1e7) while s <= u do end",
                "local s = ('x'):rep(1e7) local t = {[('x'):rep(1e7)] = 1} while t[s] do end",
                "local s = ('x'):rep(1e7) while not s:find('y', 1, true) do end",
                "while true do json.decode('[1,2,3]') end",
            })
    @Timeout(60)
    void whatRunsForEverIsStoppedAtALimitAlsoInsidePcall(String chunk) {
        lua.withLimits(1_000_000, Duration.ofSeconds(1), 64 << 20);
        assertThatThrownBy(() -> lua.eval("\n" + chunk))
                .isInstanceOf(AdapterException.class)
                .hasMessageMatching("test\\.lua:2: main function (ran more than 1000000 instructions"
                        + "|took more than 67108864 bytes of memory)");
    }

    @Test
    void theDefaultLimitsAreTenMillionInstructionsOneSecondAnd64MiB() {
        assertThat(Limits.DEFAULT).isEqualTo(new Limits(10_000_000, Duration.ofSeconds(1), 67_108_864));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return ('x'):rep(1e9)",
                "return ('x'):rep(1e9, 'y')",
                "return ('x'):rep(2^31 - 1, ('y'):rep(1000))",
                "local t = {} while true do t[#t + 1] = {} end",
                "local t = {} local i = 0 while true do i = i + 1 t['k' .. i] = true end",
                "local s = 'x' while true do s = s .. s end",
                "local s = 'x' while true do s = table.concat({s, s}) end",
                "return ('x'):rep(1000):gsub('x', function() return ('y'):rep(1e6) end)",
                "return ('x'):rep(10000):gsub('x', ('y'):rep(1e5))",
                "return (('%s'):rep(100)):format(table.unpack((function() local t = {} for i = 1, 100 do t[i] = ('x'):rep(1e6) end return t end)()))",
                "local t = {} for i = 1, 100 do t[i] = ('x'):rep(1e6):upper() end",
                "local t = {('x'):rep(1e6)} for i = 1, 1e6 do t[i] = t[1] end return t",
                "local t = {1} for i = 1, 60 do t = {t, t} end return t",
                "local f = print while true do local g = f f = function() return g end end",
                "local s = ('[1]'):rep(1e6) while true do pcall(json.decode, s) end",
                "local t = {} while true do t = {t} setmetatable(t, t) end",
            })
    void whatTakesMemoryForEverIsStoppedAtTheLimit(String chunk) {
        assertThatThrownBy(() -> lua.eval("\n" + chunk))
                .isInstanceOf(AdapterException.class)
                .hasMessageMatching("test\\.lua(:2)?: main function (took more than 67108864 bytes of memory"
                        + "|ran more than 10000000 instructions)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local function f() f() end f()",
                "local t = {} setmetatable(t, {__index = function(t, k) return t[k] end}) return t.x",
                "local t = {} setmetatable(t, {__tostring = tostring}) return tostring(t)",
                "local t = {} setmetatable(t, t) t.__call = t return t()",
                "local t = {} setmetatable(t, t) t.__index = t return t.x",
                "local args = {} for i = 1, 10000 do args[i] = pcall end return pcall(table.unpack(args))",
                "local f = pcall for i = 1, 200 do local g = f f = function() return g(g) end end return f(f)",
                "local a = setmetatable({}, {}) getmetatable(a).__eq = function(x, y) return x == y end return a == setmetatable({}, getmetatable(a))",
                "local function f(...) return (f(1, ...)) end f()",
                "return ('x'):gsub('x', function(s) return (s:gsub('x', string.gsub)) end)",
                "local t = {} t.t = t return t",
                "error(setmetatable({}, {__tostring = function() error('trap') end}))",
                "return setmetatable({}, {__tostring = error}) .. 'x'",
            })
    void whatNestsForEverOrSetsATrapIsAnAdapterException(String chunk) {
        try {
            lua.eval("\n" + chunk);
        } catch (AdapterException e) {
            assertThat(e).hasMessageStartingWith("test.lua").hasMessageEndingWith("(in main function)");
        }
    }

    @Test
    void theLimitOfTimeIsOneSecondOfAnyClock() {
        lua.step.set(Duration.ofMillis(300).toNanos());
        assertThatThrownBy(() -> lua.eval("while true do end"))
                .hasMessage("test.lua:1: main function ran longer than 1000 ms");
    }

    @ParameterizedTest
    @CsvSource({"1001, true", "1000, false"})
    void theInstructionAtTheLimitIsStillRun(int limit, boolean runs) {
        // LOADK 3 times, FORPREP, FORLOOP 995 times, LOADK, RETURN
        lua.withLimits(limit, Duration.ofSeconds(1), 1 << 20);
        String chunk = "for i = 1, 994 do end return 1";
        if (runs) {
            assertThat(lua.eval(chunk)).isEqualTo("1");
        } else {
            assertThatThrownBy(() -> lua.eval(chunk)).hasMessageContaining("ran more than 1000 instructions");
        }
    }

    @Test
    void eachCallHasItsOwnLimits() {
        lua.withLimits(2_000, Duration.ofSeconds(1), 1 << 20);
        LuaAdapter adapter = lua.adapterWithRequest("for i = 1, 900 do end return request");
        assertThat(LuaAdapterTest.sentBody(adapter, "{}")).isEqualTo("{}");
        assertThat(LuaAdapterTest.sentBody(adapter, "{}")).isEqualTo("{}");
    }

    @Test
    void anInterruptEndsAScript() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> lua.eval("while true do end")).hasMessageContaining("was interrupted");
        } finally {
            assertThat(Thread.interrupted()).as("left for whoever waits for it").isTrue();
        }
    }

    @Test
    void logAndPrintGoToTheAdaptersLogInBounds() {
        lua.eval(
                "log('one', 2, nil) print('a\\nb\\27[31m') log(('x'):rep(10000)) for i = 1, 100 do log(i) end return 1");
        assertThat(lua.log)
                .hasSize(21)
                .startsWith("one 2 nil", "a b [31m")
                .last()
                .isEqualTo("further lines of this use are left out");
        assertThat(lua.log.get(2)).hasSize(501).endsWith("x…");
    }

    @Test
    void aStreamsStateIsBounded() {
        lua.withLimits(10_000_000, Duration.ofSeconds(1), 1 << 20);
        LuaAdapter adapter = lua.adapter("""
                function transform_request(r) return r end
                function transform_response(r) return r end
                function transform_stream_chunk(chunk, state)
                  state[#state + 1] = ("x"):rep(100000)
                end
                """);
        List<String> failures = new ArrayList<>();
        LuaAdapterTest.feed(adapter, failures, 30, "{}");
        assertThat(failures).isNotEmpty().allSatisfy(m -> assertThat(m).contains("keeps", "from call to call"));
    }

    @Test
    void aLongStreamMayAllocateAsMuchAsItLikesIfItKeepsNothing() {
        lua.withLimits(10_000_000, Duration.ofSeconds(1), 1 << 20);
        LuaAdapter adapter = lua.adapter("""
                function transform_request(r) return r end
                function transform_response(r) return r end
                function transform_stream_chunk(chunk, state) state.last = ("x"):rep(100000) end
                """);
        List<String> failures = new ArrayList<>();
        LuaAdapterTest.feed(adapter, failures, 200, "{}");
        assertThat(failures).isEmpty();
    }

    @Test
    void manyThreadsRunOneScriptAtATime() throws Exception {
        LuaAdapter adapter = lua.adapterWithRequest("""
                  x = request.n
                  local s = 0
                  for i = 1, 20000 do s = s + i % x x = request.n end
                  return {n = x}
                """);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> bodies = new ArrayList<>();
            for (int i = 1; i <= 20; i++) {
                String body = "{\"n\":" + i + "}";
                bodies.add(threads.submit(() -> LuaAdapterTest.sentBody(adapter, body)));
            }
            for (int i = 1; i <= 20; i++) {
                assertThat(bodies.get(i - 1).get()).isEqualTo("{\"n\":" + i + "}");
            }
        }
    }
}
