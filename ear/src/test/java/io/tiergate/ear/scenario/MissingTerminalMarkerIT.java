package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.StreamedAnswer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S06: an answer without an end is never passed off as whole. */
@OnSharedGateway
class MissingTerminalMarkerIT {
    static final Stage STAGE = Stage.tiers("no-end", "retries: 0", "a").copies(2);

    private static final ScriptedUpstreamReply CONTENT = eventStream()
            .event("{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"Hel\"}}]}")
            .event("{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"lo\"}}]}");

    @ParameterizedTest
    @EnumSource
    void aBodyThatEndsWithoutFinishReasonIsAFailure(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a().always(CONTENT);

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).isEqualTo("Hello");
        assertThat(answer.errors()).hasSize(1);
        assertThat(answer.chunks().getLast().path("error").isObject()).isTrue();
        assertThat(answer.saysDone()).isFalse();
        assertThat(answer.finishReasons()).isEmpty();
        assertThat(act.logged().outcome()).isEqualTo("cut");
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"));
    }

    @ParameterizedTest
    @EnumSource
    void aFinishReasonIsEnoughAndTheGatewaySuppliesTheEnd(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a()
                .always(CONTENT.event(
                        "{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}"));

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).isEqualTo("Hello");
        assertThat(answer.finishReasons()).containsExactly("stop");
        assertThat(answer.errors()).isEmpty();
        assertThat(answer.done()).isTrue();
        assertThat(act.logged().outcome()).isEqualTo("served");
        assertThat(act.logged().way()).containsExactly(act.served("a"));
    }
}
