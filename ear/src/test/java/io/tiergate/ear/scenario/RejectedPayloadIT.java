package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** S09: a request that the upstream rejects for its content says nothing about the source. */
@OnSharedGateway
class RejectedPayloadIT {
    static final Stage STAGE = Stage.tiers("rejected", "retries: 1", "a", "b").copies(3);

    static Stream<Arguments> statusesOnBothPaths() {
        return Stream.of(AdapterPath.values())
                .flatMap(path -> IntStream.of(400, 413, 422).mapToObj(status -> Arguments.of(path, status)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("statusesOnBothPaths")
    void theClientSeesTheUpstreamsErrorAndNothingCools(AdapterPath path, int status) {
        Act act = STAGE.act(path);
        act.a().always(json(status, """
                                {"error":{"message":"messages.7: image exceeds 2000 pixels","type":"invalid_request_error",\
                                "param":"messages","code":"invalid_image"}}\
                                """));

        for (int i = 0; i < 20; i++) {
            try (Call call = i % 2 == 0 ? act.ask() : act.askForStream()) {
                assertThat(call.status()).isEqualTo(status);
                JsonNode error = call.json().path("error");
                assertThat(error.path("message").asString()).isEqualTo("messages.7: image exceeds 2000 pixels");
                assertThat(error.path("type").asString()).isEqualTo("invalid_request_error");
                assertThat(error.path("param").asString()).isEqualTo("messages");
                assertThat(error.path("code").asString()).isEqualTo("invalid_image");
            }
        }

        act.a().always(ScriptedUpstreamChat.answer("ok"));
        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(200);
        }
        assertThat(act.a().requests()).as("one upstream call a request").hasSize(21);
        assertThat(act.b().requests()).isEmpty();
        assertThat(act.logged(21).getFirst().way()).containsExactly(act.failed("a", "caller_fault"));
        assertThat(act.logged(21).getLast().way()).containsExactly(act.served("a"));
    }
}
