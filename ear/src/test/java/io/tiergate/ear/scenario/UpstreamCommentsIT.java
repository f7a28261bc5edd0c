package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.client.StreamedAnswer;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S03: comments of an upstream are no data and no first token. */
@OnSharedGateway
class UpstreamCommentsIT {
    static final Stage STAGE = Stage.tiers("comments", "retries: 0, timeouts: {first_token: 1s}", "a", "b")
            .copies(2);

    @ParameterizedTest
    @EnumSource
    void commentsNeverBecomeData(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a()
                .always(eventStream()
                        .text(": PROCESSING\n\n")
                        .pause(Duration.ofMillis(50))
                        .text(": PROCESSING\n:\n")
                        .pause(Duration.ofMillis(50))
                        .event("{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ok\"}}]}")
                        .event("{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}")
                        .event(ScriptedUpstreamChat.DONE));

        StreamedAnswer answer = act.stream();

        assertThat(answer.lines())
                .filteredOn(line -> line.startsWith("data"))
                .isNotEmpty()
                .map(line -> line.substring("data:".length()).strip())
                .allSatisfy(data -> {
                    if (!data.equals(ScriptedUpstreamChat.DONE)) {
                        assertThat(Json.parse(data).isObject()).as(data).isTrue();
                    }
                });
        assertThat(answer.content()).isEqualTo("ok");
        assertThat(act.logged().way()).containsExactly(act.served("a"));
    }

    @ParameterizedTest
    @EnumSource
    void commentsAreNoFirstToken(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a()
                .always(eventStream()
                        .repeat(15, Duration.ofMillis(200), i -> ": PROCESSING\n\n")
                        .event(ScriptedUpstreamChat.delta("late"))
                        .event(ScriptedUpstreamChat.finish())
                        .event(ScriptedUpstreamChat.DONE));
        act.b().always(ScriptedUpstreamChat.stream("ok"));

        try (Call call = act.askForStream()) {
            assertThat(call.headAfter()).isBetween(Duration.ofMillis(900), Duration.ofMillis(2000));
            assertThat(call.stream().content()).isEqualTo("ok");
        }
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"), act.served("b"));
        act.a().request(1).awaitPeerLeft(Duration.ofSeconds(1));
    }
}
