package io.tiergate.adapters.lua;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.AdapterFactory;
import io.tiergate.adapter.AdapterSpi;
import io.tiergate.adapter.Dialect;
import io.tiergate.adapter.exchange.Headers;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.NeutralEvent;
import io.tiergate.adapter.exchange.NeutralRequest;
import io.tiergate.adapter.exchange.StreamEvent;
import io.tiergate.adapter.exchange.StreamReader;
import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapter.exchange.UpstreamResponse;
import io.tiergate.adapter.failure.FailureClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of SPEC 11 between the host and a script. */
class LuaAdapterTest {
    private static final String REST = """

            function transform_request(r) return r end
            function transform_response(r) return r end
            """;

    private final Lua lua = new Lua();

    static UpstreamRequest send(LuaAdapter adapter, String body) {
        return adapter.request(new NeutralRequest(Dialect.OPENAI_CHAT, "m1", false, body.getBytes(UTF_8)), Lua.SOURCE);
    }

    static String sentBody(LuaAdapter adapter, String body) {
        return new String(send(adapter, body).body(), UTF_8);
    }

    /** Feeds the same event again and again, and notes what the reader throws. */
    static void feed(LuaAdapter adapter, List<String> failures, int times, String data) {
        StreamReader reader = reader(adapter);
        for (int i = 0; i < times; i++) {
            try {
                reader.event(new StreamEvent("", data.getBytes(UTF_8)), event -> {});
            } catch (AdapterException e) {
                failures.add(e.getMessage());
            }
        }
    }

    private static StreamReader reader(LuaAdapter adapter) {
        return adapter.streamReader(new NeutralRequest(Dialect.OPENAI_CHAT, "m1", true, new byte[0]), Lua.SOURCE);
    }

    /** Returns what comes of a stream of events, each {@code data} or {@code name|data}, and of its end. */
    private List<String> stream(String body, String... events) {
        LuaAdapter adapter =
                lua.adapter(REST + "function transform_stream_chunk(chunk, state, source) " + body + "\nend");
        StreamReader reader = reader(adapter);
        List<NeutralEvent> out = new ArrayList<>();
        for (String event : events) {
            int bar = event.indexOf('|');
            reader.event(
                    new StreamEvent(
                            bar < 0 ? "" : event.substring(0, bar),
                            event.substring(bar + 1).getBytes(UTF_8)),
                    out::add);
        }
        reader.end(out::add);
        return out.stream().map(LuaAdapterTest::text).toList();
    }

    private static String text(NeutralEvent event) {
        return switch (event) {
            case NeutralEvent.Chunk chunk ->
                chunk.chunk()
                        .path("choices")
                        .path(0)
                        .path("delta")
                        .path("content")
                        .asString("?");
            case NeutralEvent.Done done -> "done";
            case NeutralEvent.Failed failed -> "failed " + failed.status();
        };
    }

    private JsonNodeOf answer(String body, String answer) {
        LuaAdapter adapter =
                lua.adapter("function transform_request(r) return r end function transform_stream_chunk(c) end "
                        + "function transform_response(response, source) " + body + "\nend");
        return new JsonNodeOf(
                adapter.response(new UpstreamResponse(200, Headers.none(), answer.getBytes(UTF_8)), Lua.SOURCE)
                        .toString());
    }

    private record JsonNodeOf(String json) {}

    @Test
    void theFactoryIsFoundAndItsScriptsAreNamedByTheirFiles() {
        assertThat(ServiceLoader.load(AdapterFactory.class))
                .filteredOn(LuaAdapterFactory.class::isInstance)
                .singleElement()
                .satisfies(factory -> {
                    assertThat(factory.spiMajor()).isEqualTo(AdapterSpi.MAJOR);
                    assertThat(factory.adapters())
                            .extracting(adapter -> adapter.descriptor().id())
                            .containsExactly("openai.lua", "anthropic.lua");
                    assertThat(factory.adapters())
                            .allSatisfy(
                                    a -> assertThat(a.descriptor().dialects()).isEmpty());
                });
        assertThat(new LuaAdapterFactory().extension()).isEqualTo("lua");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            x =                               | test.lua:1: unexpected symbol
            function f( end                   | test.lua:1:
            local x = nil + 1                 | test.lua:1: attempt to perform arithmetic on a nil value (in main function)
            while true do end                 | test.lua:1: main function ran more than 10000000 instructions
            local function transform_request() end | test.lua: defines no function transform_request (expected: a global function of this name, not a local one)
            """)
    void aScriptThatDoesNotLoadIsToldWithFileAndLine(String script, String message) {
        assertThatThrownBy(() -> lua.adapter(script))
                .isInstanceOf(AdapterException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aFileNameThatIsNoAdapterIdIsRefused() {
        assertThatThrownBy(() -> new LuaAdapterFactory().load("Über.lua", LuaAdapterFactory.builtIn("openai.lua")))
                .isInstanceOf(AdapterException.class)
                .hasMessageContaining("rename the file");
    }

    @Test
    void aScriptMayBeginWithAByteOrderMark() {
        assertThat(new LuaAdapterFactory()
                        .load("bom.lua", "\ufeff" + LuaAdapterFactory.builtIn("openai.lua"))
                        .descriptor()
                        .id())
                .isEqualTo("bom.lua");
    }

    @Test
    void withoutASecondValueTheCallIsAPostToTheOpenAiPathWithABearerToken() {
        UpstreamRequest call = send(lua.adapterWithRequest("return request"), "{\"model\":\"m1\"}");
        assertThat(call.method() + " " + call.path()).isEqualTo("POST /chat/completions");
        assertThat(call.headers()).isEqualTo(Map.of("Authorization", "Bearer ${api_key}"));
        assertThat(new String(call.body(), UTF_8)).isEqualTo("{\"model\":\"m1\"}");
    }

    @Test
    void theSecondValueSaysMethodPathAndHeaders() {
        UpstreamRequest call = send(
                lua.adapterWithRequest("return nil, {method = 'GET', path = '/v2/' .. source.model .. '?a=b', "
                        + "headers = {['x-api-key'] = '${api_key}', ['x-n'] = 1}}"),
                "{}");
        assertThat(call.method() + " " + call.path()).isEqualTo("GET /v2/m1?a=b");
        assertThat(call.headers()).isEqualTo(Map.of("x-api-key", "${api_key}", "x-n", "1"));
        assertThat(call.body()).isNull();
    }

    @Test
    void theBearerTokenIsSentBesideHeadersThatHaveNoPlaceForTheKey() {
        assertThat(send(lua.adapterWithRequest("return {}, {headers = {['x-org'] = '1'}}"), "{}")
                        .headers())
                .isEqualTo(Map.of("x-org", "1", "Authorization", "Bearer ${api_key}"));
        assertThat(send(lua.adapterWithRequest("return {}, {headers = {authorization = 'none'}}"), "{}")
                        .headers())
                .isEqualTo(Map.of("authorization", "none"));
    }

    @Test
    void aBodyThatIsTextIsSentAsItIs() {
        assertThat(sentBody(lua.adapterWithRequest("return 'a=b&c=\\195\\164'"), "{}"))
                .isEqualTo("a=b&c=ä");
    }

    @Test
    void aScriptSeesItsSourceWithoutAKey() {
        assertThat(sentBody(lua.adapterWithRequest("return source"), "{}"))
                .satisfies(json -> assertThat(Json.parse(json)).isEqualTo(Json.parse("""
                                        {"name":"a","base_url":"http://a.test/v1","model":"m1",
                                         "options":{"region":"eu","list":[],"big":9007199254740993}}
                                        """)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return 7",
                "return true",
                "return print",
                "return json.null",
                "return {f = print}",
                "return {}, 'x'",
                "return {}, {method = 'get'}",
                "return {}, {method = 'GET /x HTTP/1.1\\r\\nHost: evil'}",
                "return {}, {path = 'v1/x'}",
                "return {}, {path = '@evil.test/'}",
                "return {}, {path = '/../admin'}",
                "return {}, {path = '/a/..'}",
                "return {}, {path = '/a b'}",
                "return {}, {path = '/a\\r\\nX: y'}",
                "return {}, {path = '/a#b'}",
                "return {}, {path = 5}",
                "return {}, {headers = 'x'}",
                "return {}, {headers = {['a b'] = 'x'}}",
                "return {}, {headers = {a = 'x\\r\\nB: y'}}",
                "return {}, {headers = {a = {}}}",
                "return {}, {headers = {'x'}} , error('no')",
            })
    void whatIsNoCallIsRefused(String body) {
        LuaAdapter adapter = lua.adapterWithRequest(body);
        assertThatThrownBy(() -> send(adapter, "{}"))
                .isInstanceOf(AdapterException.class)
                .hasMessageStartingWith("test.lua")
                .hasMessageEndingWith("(in transform_request)");
    }

    @Test
    void anAnswerIsFilledInWhereTheScriptLeftItOut() {
        String json = answer("return {choices = json.array()}", "{}").json();
        assertThat(json)
                .matches("\\{\"choices\":\\[\\],\"id\":\"chatcmpl-[0-9a-f]+\",\"object\":\"chat.completion\","
                        + "\"created\":1700000000,\"model\":\"m1\"\\}");
        assertThat(answer(
                                "return response",
                                "{\"choices\":[],\"id\":\"i\",\"object\":\"o\",\"created\":1,\"model\":\"m\"}")
                        .json())
                .isEqualTo("{\"choices\":[],\"id\":\"i\",\"object\":\"o\",\"created\":1,\"model\":\"m\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"return nil", "return {}", "return 'x'", "return {choices = 1}", "error('x')"})
    void whatIsNoAnswerIsRefused(String body) {
        assertThatThrownBy(() -> answer(body, "{}"))
                .isInstanceOf(AdapterException.class)
                .hasMessageContaining("transform_response");
    }

    @Test
    void aStreamIsNothingOneChunkOrAListOfChunks() {
        assertThat(stream("if chunk then return chunk.give end", "{}", "{\"give\":[]}", "{\"give\":{}}"))
                .isEmpty();
        assertThat(stream("if chunk then return chunk end", choice("a"), choice("b")))
                .containsExactly("a", "b");
        assertThat(stream("if chunk then return {chunk, chunk} end", choice("a")))
                .containsExactly("a", "a");
    }

    @Test
    void theScriptHearsOfTheEndOnceByNil() {
        String body = "state.n = (state.n or 0) + 1 if not chunk then return "
                + LUA_CHOICE.replace("TEXT", "'end ' .. state.n") + " end";
        assertThat(stream(body, "{}", "{}")).containsExactly("end 3");
        assertThat(stream(body, "{}", "[DONE]")).containsExactly("end 2", "done");
        assertThat(stream(body, " [DONE] ", "{}", "[DONE]")).containsExactly("end 1", "done");
    }

    @Test
    void theScriptMaySayItselfThatTheAnswerIsWhole() {
        assertThat(stream(
                        "if chunk and chunk.stop then return {" + LUA_CHOICE.replace("TEXT", "'x'") + ", '[DONE]'} end",
                        "{}",
                        "{\"stop\":true}",
                        "{\"stop\":true}"))
                .containsExactly("x", "done");
    }

    @Test
    void anErrorInAChunkIsAFailureAndTheLastEvent() {
        assertThat(stream("if chunk then return {error = chunk} end", "{\"code\":429}", "{\"code\":500}"))
                .containsExactly("failed 429");
        assertThat(stream("if chunk then return {error = chunk} end", "{\"code\":\"slow_down\"}"))
                .containsExactly("failed 0");
        assertThat(stream("if chunk then chunk.error = json.null return chunk end", choice("a")))
                .containsExactly("a");
    }

    @Test
    void anEventsNameStandsInTheState() {
        String body = "if chunk then return " + LUA_CHOICE.replace("TEXT", "tostring(state.event)") + " end";
        assertThat(stream(body, "ping|{}", "{}")).containsExactly("ping", "nil");
    }

    @Test
    void dataThatIsNoJsonComesAsText() {
        String body = "if chunk then return " + LUA_CHOICE.replace("TEXT", "type(chunk) .. chunk") + " end";
        assertThat(stream(body, "plain {", ": keepalive", "")).containsExactly("stringplain {");
    }

    @Test
    void everyResponseHasAStateOfItsOwn() {
        LuaAdapter adapter = lua.adapter(REST + "function transform_stream_chunk(chunk, state) if chunk then "
                + "state.n = (state.n or 0) + 1 return " + LUA_CHOICE.replace("TEXT", "tostring(state.n)")
                + " end end");
        StreamReader first = reader(adapter);
        StreamReader second = reader(adapter);
        List<String> out = new ArrayList<>();
        StreamEvent event = new StreamEvent("", "{}".getBytes(UTF_8));
        first.event(event, e -> out.add(text(e)));
        first.event(event, e -> out.add(text(e)));
        second.event(event, e -> out.add(text(e)));
        assertThat(out).containsExactly("1", "2", "1");
    }

    @Test
    void chunksOfAStreamShareTheIdThatIsFilledIn() {
        LuaAdapter adapter =
                lua.adapter(REST + "function transform_stream_chunk(c) return {usage = {total_tokens = 1}} end");
        List<NeutralEvent> out = new ArrayList<>();
        StreamReader reader = reader(adapter);
        reader.event(new StreamEvent("", "{}".getBytes(UTF_8)), out::add);
        reader.end(out::add);
        assertThat(out).hasSize(2);
        assertThat(out.get(0)).isEqualTo(out.get(1));
        assertThat(((NeutralEvent.Chunk) out.get(0)).chunk().toString())
                .contains("\"choices\":[]", "\"object\":\"chat.completion.chunk\"", "\"created\":1700000000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            return "text"              | transform_stream_chunk returned a string
            return 7                   | transform_stream_chunk returned a number
            return {a = 1}             | transform_stream_chunk returned a table without 'choices', 'usage' and 'error'
            return chunk.a.b           | attempt to index field 'a' (a nil value) (in transform_stream_chunk)
            """)
    void whatIsNoChunkIsRefusedAndTheStreamGoesOn(String body, String message) {
        LuaAdapter adapter = lua.adapter(REST + "function transform_stream_chunk(chunk) if chunk and chunk.choices then"
                + " return chunk end\n if chunk then " + body + " end end");
        List<NeutralEvent> out = new ArrayList<>();
        StreamReader reader = reader(adapter);
        assertThatThrownBy(() -> reader.event(new StreamEvent("", "{}".getBytes(UTF_8)), out::add))
                .isInstanceOf(AdapterException.class)
                .hasMessageStartingWith("test.lua")
                .hasMessageContaining(message);
        reader.event(new StreamEvent("", choice("a").getBytes(UTF_8)), out::add);
        assertThat(out).hasSize(1);
    }

    @Test
    void aScriptMayClassifyErrors() {
        LuaAdapter adapter = lua.adapter(REST + "function transform_stream_chunk() end "
                + "function classify_error(status, body, headers) "
                + "if type(body) == 'string' then return headers['x-kind'] end "
                + "return body.c end");
        assertThat(adapter.classify(error("{\"c\":\"quota_used_up\"}"))).contains(FailureClass.QUOTA_USED_UP);
        assertThat(adapter.classify(error("{}"))).isEmpty();
        assertThat(adapter.classify(error("<html>"))).contains(FailureClass.RATE_LIMITED);
        assertThat(lua.log).isEmpty();
        assertThat(adapter.classify(error("{\"c\":\"too_bad\"}"))).isEmpty();
        assertThat(adapter.classify(error("7"))).isEmpty();
        assertThat(lua.log)
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo("test.lua: returned 'too_bad' (expected: nil or a class such as"
                                        + " rate_limited) (in classify_error)"),
                        line -> assertThat(line).contains("attempt to index local 'body' (a number value)"));
    }

    @Test
    void aScriptWithoutClassifyErrorLeavesItToTheHost() {
        assertThat(lua.adapterWithRequest("return request").classify(error("{}")))
                .isEmpty();
    }

    private static UpstreamResponse error(String body) {
        return new UpstreamResponse(429, Headers.of("X-Kind", "RATE_LIMITED"), body.getBytes(UTF_8));
    }

    private static final String LUA_CHOICE = "{choices = {{index = 0, delta = {content = TEXT}}}}";

    private static String choice(String text) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}";
    }
}
