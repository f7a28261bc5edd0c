package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.StreamedAnswer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** S08: an event of several MiB passes unchanged, and one above the limit is an explicit error. */
@OnSharedGateway
class VeryLongEventIT {
    static final Stage STAGE = Stage.tiers("long-event", "retries: 0", "a").copies(4);

    static Stream<Arguments> sizesOnBothPaths() {
        return Stream.of(AdapterPath.values())
                .flatMap(path -> IntStream.of(65_536, 1_048_577, 3_145_728).mapToObj(size -> Arguments.of(path, size)));
    }

    @ParameterizedTest(name = "{0}, {1} characters")
    @MethodSource("sizesOnBothPaths")
    void passesWhole(AdapterPath path, int size) {
        Act act = STAGE.act(path);
        act.a()
                .always(eventStream()
                        .event("{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + "A".repeat(size)
                                + "\"}}]}")
                        .event(ScriptedUpstreamChat.finish())
                        .event(ScriptedUpstreamChat.DONE));

        StreamedAnswer answer = act.stream();

        assertThat(answer.content().length()).isEqualTo(size);
        assertThat(answer.content().chars().allMatch(c -> c == 'A')).isTrue();
        assertThat(answer.done()).isTrue();
        assertThat(act.logged().outcome()).isEqualTo("served");
    }

    @ParameterizedTest
    @EnumSource
    void aboveTheLimitTheStreamEndsWithAnErrorThatNamesIt(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a()
                .always(eventStream()
                        .event(ScriptedUpstreamChat.delta("first"))
                        .event(ScriptedUpstreamChat.delta("A".repeat(5 << 20)))
                        .event(ScriptedUpstreamChat.finish())
                        .event(ScriptedUpstreamChat.DONE));

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).isEqualTo("first");
        assertThat(answer.errors()).hasSize(1);
        assertThat(answer.errors().getFirst().path("message").asString())
                .as("names the limit of 4 MiB")
                .containsPattern("\\b4 ?MiB|4194304|4,194,304");
        assertThat(answer.saysDone()).isFalse();
        assertThat(act.logged().outcome()).isEqualTo("cut");
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"));
    }
}
