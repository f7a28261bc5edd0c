package io.tiergate.adapters.lua;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.exchange.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class LuaValuesTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Lua lua = new Lua();

    private static String roundTrip(String json) {
        LuaValues values = new LuaValues(new Meter(Limits.DEFAULT, () -> 0));
        return new String(Json.write(values.write(values.read(json.getBytes(UTF_8)))), UTF_8);
    }

    /** The seed makes the document: a generator of jqwik's that calls itself takes minutes. */
    @Property
    void anyDocumentComesBackAsItWas(@ForAll long seed) {
        String text = new String(Json.write(NODES.arrayNode().add(document(new Random(seed), 5))), UTF_8);
        assertThat(roundTrip(text)).isEqualTo(text);
    }

    private static JsonNode document(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 7 : 11)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.stringNode(text(random, 40));
            case 3 -> NODES.numberNode(random.nextLong() >> random.nextInt(64));
            case 4 -> NODES.numberNode(new BigInteger(200, random));
            case 5 -> NODES.numberNode(new BigDecimal(new BigInteger(100, random), random.nextInt(-40, 40)));
            case 6 -> NODES.numberNode(BigDecimal.valueOf(random.nextGaussian()));
            case 7, 8 -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    array.add(document(random, depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    String key = random.nextBoolean() ? text(random, 4) : String.valueOf(random.nextInt(-3, 3));
                    object.set(key, document(random, depth - 1));
                }
                yield object;
            }
        };
    }

    /** Text of all planes; without halves of characters, which Jackson does not write. */
    private static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            int point = random.nextInt(1 << (1 + random.nextInt(20)));
            text.appendCodePoint(point >= 0xd800 && point < 0xe000 ? 'x' : point);
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740992",
                "9007199254740993",
                "-9007199254740993",
                "18446744073709551616",
                "1",
                "1.0",
                "0.10",
                "1E+3",
                "1E+400",
                "123456789.123456789123456789",
                "2147483648",
                "[]",
                "{}",
                "[[],{},[{}]]",
                "[null,null]",
                "{\"b\":1,\"a\":2,\"1\":3,\"\":4}",
                "\"\\u0000\"",
                "[1.0,2,3.50]"
            })
    void aNumberOrAnEmptyThingComesBackAsItWasWritten(String json) {
        assertThat(roundTrip("[" + json + "]")).isEqualTo("[" + json + "]");
        assertThat(roundTrip("{\"k\":" + json + "}")).isEqualTo("{\"k\":" + json + "}");
    }

    @Test
    void theLastOfTwoEqualKeysCounts() {
        assertThat(roundTrip("{\"a\":1,\"b\":2,\"a\":3}")).isEqualTo("{\"a\":3,\"b\":2}");
    }

    @Test
    void halvesOfACharacterSurviveAndJoin() {
        assertThat(lua.run("""
                                local a, b = json.decode('"\\\\ud83d"'), json.decode('"\\\\ude00"')
                                return {a, b, a .. b}
                                """))
                .isEqualTo(NODES.arrayNode().add("\ud83d").add("\ude00").add("\ud83d\ude00"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            local n = json.decode("9007199254740993") return {n, type(n), tostring(n), n .. ""}     | [9007199254740993,"string",9007199254740993,"9007199254740993"]
            local n = json.decode("9007199254740993") return {n:sub(1, -1), n:sub(1, 15)}           | [9007199254740993,"900719925474099"]
            return "9007199254740993"                                                               | "9007199254740993"
            local t = json.decode("[9007199254740993]") return {id = t[1]}                          | {"id":9007199254740993}
            local t = json.decode('{"t":1.0}') t.t = 2 return t                                     | {"t":2}
            local t = json.decode('{"t":1.0}') return {t.t + 0.5, t.t}                              | [1.5,1]
            local t = json.decode('{"b":1,"a":2}') t.z = 3 t.c = 4 return t                         | {"b":1,"a":2,"z":3,"c":4}
            local t = json.decode('{"b":1,"a":2}') t.b = nil t.b = 5 return t                       | {"b":5,"a":2}
            local t = json.decode('{"a":1}') t.a = nil return t                                     | {}
            local t = json.decode('[1]') t[1] = nil return t                                        | []
            local t = json.decode('[1,2]') t[3] = 3 t[4] = 4 t[5] = 5 table.remove(t, 1) return t   | [2,3,4,5]
            local t = json.decode('{}') t[1] = "x" return t                                         | ["x"]
            return {}                                                                               | {}
            return json.array()                                                                     | []
            return json.array{}                                                                     | []
            return json.array{1, {}, json.array{}, json.null}                                       | [1,{},[],null]
            local t = {} for i = 1, 5 do t[i] = i end return t                                      | [1,2,3,4,5]
            return {1, json.null, 3}                                                                | [1,null,3]
            return {10 / 2, 2 ^ 53, 2 ^ 60, 0.1 + 0.2, -1}                                          | [5,9007199254740992,1.152921504606847E+18,0.30000000000000004,-1]
            return json.encode({1, "a"}) .. json.encode(json.decode('{"a":1.0,"b":[]}'))            | "[1,\\"a\\"]{\\"a\\":1.0,\\"b\\":[]}"
            return json.encode(json.null) .. json.encode("x") .. json.encode(true)                  | "null\\"x\\"true"
            return {json.decode("null") == json.null, json.null == nil, not json.null}              | [true,false,false]
            return setmetatable({1}, {__index = error, __len = error, __pairs = error})             | [1]
            """)
    void aScriptSeesJsonAsDocumented(String chunk, String expected) {
        assertThat(lua.eval(chunk)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            return {a = {1, 2, x = 3}}                     | at .a: a table with keys 1 to 2 and others beside them
            return {1, nil, 3}                             | a table with keys 1 to 1 and others beside them
            return {[5] = 1}                               | a table with the key 5 and without 1
            return {a = {{b = print}}}                     | at .a[1].b: a function, which JSON cannot say
            return {0/0}                                   | at [1]: the number nan, which JSON cannot say
            return {x = 1/0}                               | at .x: the number inf
            local t = {} t.t = t return t                  | nested deeper than 256 levels (does a table contain itself?)
            return json.decode("{")                        | json.decode: not JSON
            return json.decode("")                         | json.decode: not JSON
            return json.decode("1 2")                      | json.decode: not JSON
            return json.decode(nil)                        | bad argument #1 to 'decode' (string expected, got nil)
            return json.encode({print})                    | at [1]: a function
            """)
    void whatIsNoJsonIsAnErrorThatNamesThePlace(String chunk, String message) {
        assertThatThrownBy(() -> lua.eval(chunk))
                .isInstanceOf(AdapterException.class)
                .hasMessageContaining(message);
    }

    @Test
    void nestingIsReadToTheHostsLimit() {
        assertThat(roundTrip("[".repeat(256) + "]".repeat(256))).hasSize(512);
        assertThatThrownBy(() -> roundTrip("[".repeat(257) + "]".repeat(257))).isInstanceOf(JacksonException.class);
    }

    @Test
    void aTableThatIsThereTwiceIsWrittenTwice() {
        assertThat(lua.eval("local t = {1} return {t, t}")).isEqualTo("[[1],[1]]");
    }
}
