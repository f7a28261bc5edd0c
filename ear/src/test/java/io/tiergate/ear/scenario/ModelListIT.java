package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The list has each name that may be called, once, and nothing else. */
@OnSharedGateway
class ModelListIT {
    static final Stage STAGE = Stage.named("list", "a", "b")
            .sources("""
                    - name: @act@-a
                      adapter: openai
                      base_url: "@a@/v1"
                      models:
                        - {id: @act@.both, upstream: up-both, aliases: [@act@.alias]}
                        - @act@.vendor/x:1b
                    - {name: @act@-b, adapter: openai, base_url: "@b@/v1", models: [@act@.both]}
                    - {name: @act@-off, adapter: openai, base_url: "@b@/v1", models: [@act@.off], enabled: false}
                    """)
            .chains("@act@: {slots: [{model: @act@.both, source: @act@-a, tier: 1}]}\n")
            .copies(AdapterPath.PASS_THROUGH, 4);

    @Test
    void hasIdsAliasesAndChainsOnceEach() {
        Act act = STAGE.act();

        assertThat(idsOf(act))
                .containsExactlyInAnyOrder(
                        act.name(), act.name() + ".both", act.name() + ".alias", act.name() + ".vendor/x:1b");
        assertThat(list()).extracting(model -> model.path("id").asString()).doesNotHaveDuplicates();
        assertThat(list())
                .extracting(model -> model.path("id").asString())
                .contains("AUTO")
                .as("no source before a name")
                .doesNotContain(act.source("a") + "/" + act.name() + ".both");
        assertThat(list()).allSatisfy(model -> {
            assertThat(model.path("object").asString()).isEqualTo("model");
            assertThat(model.path("created").isIntegralNumber()).isTrue();
            assertThat(model.path("owned_by").asString()).isNotEmpty();
        });
    }

    @Test
    void everyIdInItCanBeCalled() {
        Act act = STAGE.act();
        act.a().always(ScriptedUpstreamChat.answer("ok"));
        act.b().always(ScriptedUpstreamChat.answer("ok"));

        assertThat(idsOf(act)).isNotEmpty().allSatisfy(id -> {
            try (Call call = Act.ask(id)) {
                assertThat(call.status()).isEqualTo(200);
            }
        });
    }

    @Test
    void eachIdCanBeLookedUpEncodedOrWithPlainSlashes() {
        Act act = STAGE.act();

        assertThat(idsOf(act)).isNotEmpty().allSatisfy(id -> {
            assertThat(lookedUp(URLEncoder.encode(id, StandardCharsets.UTF_8))).isEqualTo(id);
            assertThat(lookedUp(id)).isEqualTo(id);
        });
    }

    @Test
    void aModelOfADisabledSourceIsUnknown() {
        Act act = STAGE.act();

        try (Call call = Call.get(SharedGateway.get().port(), "/v1/models/" + act.name() + ".off")) {
            assertThat(call.status()).isEqualTo(404);
        }
        try (Call call = Act.ask(act.name() + ".off")) {
            assertThat(call.status()).isEqualTo(404);
        }
    }

    private static String lookedUp(String idInPath) {
        try (Call call = Call.get(SharedGateway.get().port(), "/v1/models/" + idInPath)) {
            assertThat(call.status()).as(idInPath).isEqualTo(200);
            return call.json().path("id").asString();
        }
    }

    private static List<String> idsOf(Act act) {
        return list().stream()
                .map(model -> model.path("id").asString())
                .filter(id -> id.equals(act.name()) || id.startsWith(act.name() + "."))
                .toList();
    }

    private static List<JsonNode> list() {
        try (Call call = Call.get(SharedGateway.get().port(), "/v1/models")) {
            assertThat(call.status()).isEqualTo(200);
            JsonNode list = call.json();
            assertThat(list.path("object").asString()).isEqualTo("list");
            return list.path("data").valueStream().toList();
        }
    }
}
