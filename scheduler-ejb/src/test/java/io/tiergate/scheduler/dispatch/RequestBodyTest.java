package io.tiergate.scheduler.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.scheduler.config.ParamRules;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBodyTest {
    private static final String ODD =
            "{ \"x\" : 1e400,\t\"model\"  :\n\"\\u0061\" , \"big\":123456789012345678901234567890,\"\\u00fc\":[ 1.0,null , {} ] ,\"messages\":[{\"content\":\"\\ud83d\\ude00 \u00fc\"}]  }  ";

    @Test
    void onlyTheModelIsReplacedAndEveryOtherByteStays() throws BadRequestException {
        assertThat(attempt(ODD, "b\"c", ParamRules.none(), false)).isEqualTo(ODD.replace("\"\\u0061\"", "\"b\\\"c\""));
    }

    @Test
    void theModelMayStandLast() throws BadRequestException {
        assertThat(attempt("{\"n\":1,\"model\":\"a\"}", "bcd", ParamRules.none(), false))
                .isEqualTo("{\"n\":1,\"model\":\"bcd\"}");
    }

    @Test
    void rulesDropSetAndDefaultTopLevelParameters() throws BadRequestException {
        ParamRules rules = new ParamRules(
                Set.of("logit_bias", "absent"),
                Map.of("store", Json.parse("false"), "n", Json.parse("2")),
                Map.of("temperature", Json.parse("1"), "top_p", Json.parse("0.5")));
        assertThat(attempt(
                        "{\"model\":\"a\",\"logit_bias\":{\"1\":2},\"n\":1,\"temperature\":0.30}", "b", rules, false))
                .satisfies(body -> assertThat(Json.parse(body))
                        .isEqualTo(Json.parse(
                                "{\"model\":\"b\",\"n\":2,\"temperature\":0.30,\"store\":false,\"top_p\":0.5}")))
                .contains("0.30");
    }

    @Test
    void usageIsAskedForOnlyInStreamsAndBesideTheClientsOptions() throws BadRequestException {
        assertThat(attempt("{\"model\":\"a\"}", "b", ParamRules.none(), true)).isEqualTo("{\"model\":\"b\"}");
        assertThat(attempt("{\"model\":\"a\",\"stream\":true}", "b", ParamRules.none(), true))
                .isEqualTo("{\"model\":\"b\",\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
        assertThat(attempt(
                        "{\"model\":\"a\",\"stream\":true,\"stream_options\":{\"include_obfuscation\":false}}",
                        "b",
                        ParamRules.none(),
                        true))
                .isEqualTo(
                        "{\"model\":\"b\",\"stream\":true,\"stream_options\":{\"include_obfuscation\":false,\"include_usage\":true}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"model\":\"a\"} x",
                "{\"model\":\"a\"}{}",
                "{}",
                "{\"model\":null}",
                "{\"model\":\"\"}",
                "{\"model\":\" \"}",
                "{\"model\":7}",
                "{\"model\":[\"a\"]}",
                "{\"model\":\"a\\u0007\"}",
                "{\"model\":\"a\",\"model\":\"b\"}",
                "{\"model\":\"a\",\"stream\":\"yes\"}",
                "{'model':'a'}"
            })
    void aBodyThatCannotBeReadIsTheCallersFault(String body) {
        assertThatThrownBy(() -> RequestBody.read(body.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        BadRequestException.class,
                        e -> assertThat(e.error().status()).isEqualTo(400));
    }

    @Test
    void nestingEndsAt256() {
        assertThat(depth(255)).isNull();
        assertThat(depth(100_000)).isNotNull();
    }

    @Test
    void aModelNameMayHave256Characters() throws BadRequestException {
        String longest = "m".repeat(256);
        assertThat(RequestBody.read(bytes("{\"model\":\"" + longest + "\"}")).model())
                .isEqualTo(longest);
        assertThatThrownBy(() -> RequestBody.read(bytes("{\"model\":\"" + longest + "m\"}")))
                .isInstanceOf(BadRequestException.class);
    }

    private static BadRequestException depth(int levels) {
        try {
            RequestBody.read(bytes("{\"model\":\"a\",\"x\":" + "[".repeat(levels) + "]".repeat(levels) + "}"));
            return null;
        } catch (BadRequestException e) {
            return e;
        }
    }

    private static String attempt(String body, String model, ParamRules rules, boolean addUsage)
            throws BadRequestException {
        return new String(RequestBody.read(bytes(body)).forAttempt(model, rules, addUsage), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
