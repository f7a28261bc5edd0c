package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With {@code default_model: AUTO} a name that nobody offers goes to the AUTO chain; what somebody offers does not. */
@Timeout(60)
class DefaultModelIT {
    private static final ScriptedUpstream UPSTREAM = ScriptedUpstream.start().always(ScriptedUpstreamChat.answer("ok"));

    @RegisterExtension
    static final OwnGateway GATEWAY = OwnGateway.with("default-model", """
            default_model: AUTO
            auto:
              - {model: m1, source: first, tier: 1}
            sources:
              - {name: first, adapter: openai, base_url: "%1$s/first", models: [{id: m1, upstream: up-1}]}
              - {name: second, adapter: openai, base_url: "%1$s/second", models: [m2]}
            """.formatted(UPSTREAM.url()));

    @AfterAll
    static void stopUpstream() {
        UPSTREAM.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "gpt-nobody-offers, /first, up-1",
        "no-source/model, /first, up-1",
        "AUTO, /first, up-1",
        "m2, /second, m2",
        "second/other, /second, other"
    })
    void onlyANameThatNobodyOffersGoesToAuto(String asked, String path, String upstreamModel) {
        UPSTREAM.startOver().always(ScriptedUpstreamChat.answer("ok"));

        try (Call call =
                Call.post(GATEWAY.process().port(), "/v1/chat/completions", Map.of(), Act.body(asked, false))) {
            assertThat(call.status()).isEqualTo(200);
        }

        assertThat(UPSTREAM.request(1).path()).isEqualTo(path + "/chat/completions");
        assertThat(UPSTREAM.request(1).json().path("model").asString()).isEqualTo(upstreamModel);
    }

    @Test
    void aMissingModelIsStillAMistake() {
        UPSTREAM.startOver();
        try (Call call = Call.post(
                GATEWAY.process().port(),
                "/v1/chat/completions",
                Map.of(),
                "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}")) {
            assertThat(call.status()).isEqualTo(400);
        }
        assertThat(UPSTREAM.requests()).isEmpty();
    }
}
