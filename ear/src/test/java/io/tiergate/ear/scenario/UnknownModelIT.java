package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.ear.client.Call;
import io.tiergate.ear.process.LoggedRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** S34: a name that nobody offers is the caller's mistake, said at once and in the dialect's form. */
@OnSharedGateway
class UnknownModelIT {
    @ParameterizedTest(name = "stream: {0}")
    @ValueSource(booleans = {false, true})
    void is404InPlainJsonWithItsName(boolean stream) {
        try (Call call = Act.send("no-such", stream).answer()) {
            assertThat(call.status()).isEqualTo(404);
            JsonNode error = call.json().path("error");
            assertThat(error.path("message").asString()).contains("no-such");
            assertThat(error.path("type").asString()).isEqualTo("invalid_request_error");
            assertThat(error.path("param").asString()).isEqualTo("model");
            assertThat(error.path("code").asString()).isEqualTo("model_not_found");
            LoggedRequest logged =
                    SharedGateway.get().requestLog().withId(call.requiredHeader("x-tiergate-request-id"));
            assertThat(logged.outcome()).isEqualTo("refused");
            assertThat(logged.status()).isEqualTo(404);
            assertThat(logged.attempts()).isEmpty();
        }
    }

    @Test
    void isNotAmongTheModels() {
        try (Call call = Call.get(SharedGateway.get().port(), "/v1/models/no-such")) {
            assertThat(call.status()).isEqualTo(404);
            assertThat(call.json().at("/error/code").asString()).isEqualTo("model_not_found");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"model\":null,", "\"model\":\"\",", "\"model\":7,", "\"model\":[\"m\"],"})
    void aModelThatIsNoNameIs400(String member) {
        try (Call call = Act.post(Map.of(), "{" + member + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}")) {
            assertThat(call.status()).isEqualTo(400);
            assertThat(call.json().at("/error/type").asString()).isEqualTo("invalid_request_error");
        }
    }

    @Test
    void aNameOfTenThousandCharactersIsRefusedAndShortenedInTheLog() {
        try (Call call = Act.ask("long".repeat(2_500))) {
            assertThat(call.status()).isIn(400, 404);
            LoggedRequest logged =
                    SharedGateway.get().requestLog().withId(call.requiredHeader("x-tiergate-request-id"));
            assertThat(logged.asked().length()).isLessThanOrEqualTo(300);
        }
    }

    @Test
    void aNameWithControlCharactersIsRefusedAndBreaksNoLogLine() {
        int printed = SharedGateway.get().outputLength();
        try (Call call = Act.ask("bad\r\nforged line\u0000\u001b[31m")) {
            assertThat(call.status()).isIn(400, 404);
            SharedGateway.get().requestLog().withId(call.requiredHeader("x-tiergate-request-id"));
        }
        assertThat(SharedGateway.get().outputFrom(printed).lines())
                .as("no line that the client wrote, no character that a terminal obeys")
                .noneMatch(line -> line.startsWith("forged line") || line.indexOf(0x1b) >= 0);
    }
}
