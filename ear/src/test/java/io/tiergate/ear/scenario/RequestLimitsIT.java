package io.tiergate.ear.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no request, or too much of one, is refused before any upstream is asked. */
@OnSharedGateway
class RequestLimitsIT {
    static final Stage STAGE = Stage.tiers("limits", "retries: 0", "a").copies(AdapterPath.PASS_THROUGH, 1);

    private static final int LARGEST = 32 << 20;

    private static Act act;

    @BeforeAll
    static void answerAlways() {
        act = STAGE.act();
    }

    @BeforeEach
    void forgetRequests() {
        act.a().startOver().always(ScriptedUpstreamChat.answer("ok"));
    }

    @Test
    void twoModelsInOneRequestAreAMistake() {
        assertMistake("{\"model\":\"%1$s\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"model\":\"%1$s\"}"
                .formatted(act.name()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "\"model\"", "{\"model\":\"@act@\",}", "{\"model\":\"@act@\"} x"})
    void whatIsNoJsonObjectIsAMistake(String body) {
        assertMistake(body.replace("@act@", act.name()));
    }

    @ParameterizedTest(name = "depth {0}: {1}")
    @CsvSource({"256, 200", "257, 400"})
    void nestingEndsAt256Levels(int depth, int status) {
        String arrays = "[".repeat(depth - 1) + "]".repeat(depth - 1);
        String body = "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"x\":%s}"
                .formatted(act.name(), arrays);

        try (Call call = Act.post(Map.of(), body)) {
            assertThat(call.status()).isEqualTo(status);
        }
        assertThat(act.a().requests()).hasSize(status == 200 ? 1 : 0);
    }

    @Test
    void aHundredThousandLevelsAreRefusedLikeAny() {
        try (Call call = Act.post(
                Map.of(),
                "{\"model\":\"" + act.name() + "\",\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}")) {
            assertThat(call.status()).isEqualTo(400);
        }
        assertThat(act.a().requests()).isEmpty();
    }

    @Test
    void aBodyOf32MiBPasses() {
        String body = bodyOf(LARGEST);

        try (Call call = Act.post(Map.of(), body)) {
            assertThat(call.status()).isEqualTo(200);
        }

        assertThat(act.a().request(1).body().length)
                .isEqualTo(LARGEST - act.name().length() + 1);
    }

    @Test
    void aLargerOneIs413() {
        try (Call call = Act.post(Map.of(), bodyOf(LARGEST + 1))) {
            assertThat(call.status()).isEqualTo(413);
            assertThat(call.json().at("/error/message").asString()).contains("32");
        }
        assertThat(act.a().requests()).isEmpty();
    }

    @Test
    void aLargerOneThatDoesNotSayItsLengthIs413() {
        byte[] head = """
                POST /v1/chat/completions HTTP/1.1\r
                Host: x\r
                Content-Type: application/json\r
                Transfer-Encoding: chunked\r
                \r
                """.getBytes(UTF_8);
        byte[] size = (Integer.toHexString(LARGEST + 1) + "\r\n").getBytes(UTF_8);
        byte[] body = bodyOf(LARGEST + 1).getBytes(UTF_8);
        byte[] end = "\r\n0\r\n\r\n".getBytes(UTF_8);
        try (Call call =
                Call.raw(SharedGateway.get().port(), head, size, body, end).answer()) {
            assertThat(call.status()).isEqualTo(413);
        }
        assertThat(act.a().requests()).isEmpty();
    }

    private static String bodyOf(int bytes) {
        String start = "{\"model\":\"" + act.name() + "\",\"messages\":[{\"role\":\"user\",\"content\":\"";
        String end = "\"}]}";
        return start + "x".repeat(bytes - start.length() - end.length()) + end;
    }

    private static void assertMistake(String body) {
        try (Call call = Act.post(Map.of(), body)) {
            assertThat(call.status()).isEqualTo(400);
            assertThat(call.json().at("/error/type").asString()).isEqualTo("invalid_request_error");
        }
        assertThat(act.a().requests()).isEmpty();
    }
}
