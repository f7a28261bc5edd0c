package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.ear.client.Call;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A source's parameter rules change what they name and nothing else. */
@OnSharedGateway
class ParameterRulesIT {
    static final Stage STAGE = Stage.tiers(
                    "params",
                    "params: {drop: [logit_bias, top_k], set: {store: false, temperature: 0.5}, default: {top_p: 0.9, seed: 7}}",
                    "a")
            .copies(2);

    @ParameterizedTest
    @EnumSource
    void dropRemovesSetReplacesAndDefaultFillsIn(AdapterPath path) {
        assertThat(recorded(STAGE.act(path), """
                        {"model":"@act@","logit_bias":{"1":2},"top_k":3,"temperature":1.5,"seed":11,\
                        "messages":[{"role":"user","content":"hi"}],"user":"u"}\
                        """)).isEqualTo(Json.parse("""
                                {"model":"m","temperature":0.5,"seed":11,\
                                "messages":[{"role":"user","content":"hi"}],"user":"u","store":false,"top_p":0.9}\
                                """));
    }

    @ParameterizedTest
    @EnumSource
    void anExplicitNullIsAValueThatNoDefaultReplaces(AdapterPath path) {
        assertThat(recorded(STAGE.act(path), """
                        {"model":"@act@","top_p":null,"messages":[{"role":"user","content":"hi"}]}\
                        """).path("top_p").isNull()).isTrue();
    }

    private static JsonNode recorded(Act act, String body) {
        act.a().always(ScriptedUpstreamChat.answer("ok"));
        try (Call call = Act.post(Map.of(), body.replace("@act@", act.name()))) {
            assertThat(call.status()).isEqualTo(200);
        }
        return act.a().request(1).json();
    }
}
