package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each answer says in its headers which way its request went. */
@OnSharedGateway
class ResponseHeadersIT {
    static final Stage STAGE = Stage.named("headers", "a", "b")
            .sources("""
                    - {name: @act@-a, adapter: openai, base_url: "@a@/v1", retries: 0, models: [{id: m, upstream: up-a}]}
                    - {name: @act@-b, adapter: openai, base_url: "@b@/v1", retries: 0, models: [{id: m, upstream: up-b}]}
                    """)
            .chains("@act@: {slots: [{model: m, source: @act@-a, tier: 1}, {model: m, source: @act@-b, tier: 2}]}\n")
            .copies(AdapterPath.PASS_THROUGH, 4);

    private static final ScriptedUpstreamReply BROKEN =
            ScriptedUpstreamChat.error(500, "broken", "server_error", "internal");

    @ParameterizedTest(name = "stream: {0}")
    @ValueSource(booleans = {false, true})
    void nameTheSourceThatServedItsPublishedModelAndTheAttempts(boolean stream) {
        Act act = STAGE.act();
        act.a().always(BROKEN);
        act.b().always(stream ? ScriptedUpstreamChat.stream("ok") : ScriptedUpstreamChat.answer("ok"));

        try (Call call = Act.send(act.name(), stream).answer()) {
            assertThat(call.status()).isEqualTo(200);
            assertThat(call.requiredHeader("x-tiergate-source")).isEqualTo(act.source("b"));
            assertThat(call.requiredHeader("x-tiergate-model")).isEqualTo("m");
            assertThat(call.requiredHeader("x-tiergate-attempts")).isEqualTo("2");
            call.bytes();
            assertThat(SharedGateway.get()
                            .requestLog()
                            .withId(call.requiredHeader("x-tiergate-request-id"))
                            .asked())
                    .isEqualTo(act.name());
        }
    }

    @Test
    void countTheAttemptsOfAFailure() {
        Act act = STAGE.act();
        act.a().always(BROKEN);
        act.b().always(BROKEN);

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(503);
            assertThat(call.requiredHeader("x-tiergate-attempts")).isEqualTo("2");
            assertThat(call.requiredHeader("x-tiergate-request-id")).isNotEmpty();
        }
    }

    @Test
    void giveEachRequestAnIdOfItsOwn() {
        Act act = STAGE.act();
        act.a().always(ScriptedUpstreamChat.answer("ok"));

        try (Call first = act.ask();
                Call second = act.ask()) {
            assertThat(first.requiredHeader("x-tiergate-request-id"))
                    .isNotEqualTo(second.requiredHeader("x-tiergate-request-id"));
        }
    }
}
