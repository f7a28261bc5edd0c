package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.client.StreamedAnswer;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S05: once content was sent nobody else answers; before that, anybody may. */
@OnSharedGateway
class FailureAfterContentIT {
    static final Stage STAGE =
            Stage.tiers("after-content", "retries: 0", "a", "b").copies(2);

    /** Long enough for the gateway to have read what was written before a reset, which may discard it. */
    private static final Duration READ = Duration.ofMillis(200);

    @ParameterizedTest
    @EnumSource
    void theStreamEndsWithOneErrorAndNobodyElseIsAsked(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a()
                .always(eventStream()
                        .event(
                                "{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"Hel\"}}]}")
                        .event("{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"lo\"}}]}")
                        .pause(READ)
                        .reset());
        act.b().always(ScriptedUpstreamChat.stream("a second answer"));

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).isEqualTo("Hello");
        assertThat(answer.errors()).hasSize(1);
        assertThat(answer.chunks().getLast().path("error").isObject())
                .as("the error is the last event")
                .isTrue();
        assertThat(answer.saysDone()).isFalse();
        assertThat(answer.finishReasons()).isEmpty();
        assertThat(answer.cut()).as("the body ends as it should").isFalse();
        assertThat(act.b().requests()).isEmpty();
        assertThat(act.logged().outcome()).isEqualTo("cut");
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"));
        assertThat(act.logged().estimated()).as("use so far is an estimate").isTrue();

        act.a().always(ScriptedUpstreamChat.answer("from a"));
        act.b().always(ScriptedUpstreamChat.answer("from b"));
        try (Call call = act.ask()) {
            assertThat(call.json().at("/choices/0/message/content").asString())
                    .as("the failure counts: a cools")
                    .isEqualTo("from b");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHeartbeatIsNoContent(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a().always(eventStream().comment("heartbeat").pause(READ).reset());
        act.b().always(ScriptedUpstreamChat.stream("ok"));

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).isEqualTo("ok");
        assertThat(answer.roles()).isEqualTo(1);
        assertThat(answer.errors()).isEmpty();
        assertThat(answer.done()).isTrue();
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"), act.served("b"));
    }
}
