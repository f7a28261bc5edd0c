package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.adapter.contract.ScriptedUpstreamRequest;
import io.tiergate.ear.client.Call;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S36: every attempt starts from the client's request and has its own source's name, path, key, headers and rules. */
@OnSharedGateway
class OwnModelNameIT {
    static final Stage STAGE =
            Stage.named("own-name", "a", "b").sources("""
                    - name: @act@-a
                      adapter: @adapter@
                      base_url: "@a@/v1"
                      api_key: sk-test-A
                      retries: 0
                      headers: {X-Org: "1"}
                      params: {drop: [logit_bias]}
                      models: [{id: m, upstream: gpt-a}]
                    - name: @act@-b
                      adapter: @adapter@
                      base_url: "@b@/api/v2"
                      api_key: sk-test-B
                      retries: 0
                      models: [{id: m, upstream: models/gem-b}]
                    """).chains("""
                    @act@: {slots: [{model: m, source: @act@-a, tier: 1}, {model: m, source: @act@-b, tier: 2}]}
                    @act@-back: {slots: [{model: m, source: @act@-b, tier: 1}, {model: m, source: @act@-a, tier: 2}]}
                    """).copies(2);

    private static final ScriptedUpstreamReply TOO_FAST =
            ScriptedUpstreamChat.error(429, "slow down", "rate_limit_error", "rate_limit_exceeded");

    @ParameterizedTest
    @EnumSource
    void theSecondSourceGetsNothingOfTheFirst(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a().always(TOO_FAST);
        act.b().always(ScriptedUpstreamChat.answer("ok"));

        askWithLogitBias(act.name());

        assertIsForA(act.a().request(1));
        assertIsForB(act.b().request(1));
    }

    @ParameterizedTest
    @EnumSource
    void norTheOtherWayRound(AdapterPath path) {
        Act act = STAGE.act(path);
        act.b().always(TOO_FAST);
        act.a().always(ScriptedUpstreamChat.answer("ok"));

        askWithLogitBias(act.name() + "-back");

        assertIsForB(act.b().request(1));
        assertIsForA(act.a().request(1));
    }

    private static void askWithLogitBias(String model) {
        String body = "{\"model\":\"" + model
                + "\",\"logit_bias\":{\"50256\":-100},\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        try (Call call = Act.post(Map.of(), body)) {
            assertThat(call.status()).isEqualTo(200);
        }
    }

    private static void assertIsForA(ScriptedUpstreamRequest request) {
        assertThat(request.json().path("model").asString()).isEqualTo("gpt-a");
        assertThat(request.path()).isEqualTo("/v1/chat/completions");
        assertThat(request.header("Authorization")).contains("Bearer sk-test-A");
        assertThat(request.header("X-Org")).contains("1");
        assertThat(request.json().has("logit_bias")).isFalse();
    }

    private static void assertIsForB(ScriptedUpstreamRequest request) {
        assertThat(request.json().path("model").asString()).isEqualTo("models/gem-b");
        assertThat(request.path()).isEqualTo("/api/v2/chat/completions");
        assertThat(request.header("Authorization")).contains("Bearer sk-test-B");
        assertThat(request.header("X-Org")).isEmpty();
        assertThat(request.json().at("/logit_bias/50256").asInt()).isEqualTo(-100);
    }
}
