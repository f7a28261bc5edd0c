package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.client.StreamedAnswer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** S04: an error behind a status of 200 is a failed attempt like any other. */
@OnSharedGateway
class ErrorAsFirstEventIT {
    static final Stage STAGE =
            Stage.tiers("first-event", "retries: 0", "a", "b").copies(3);
    static final Stage WITHOUT_B =
            Stage.tiers("first-event-alone", "retries: 0", "a").copies(6);

    /** The ways in which the stream says that it will be none. */
    enum Beginning {
        COMMENT_AND_ERROR,
        NAMED_ERROR,
        NO_EVENT;

        ScriptedUpstreamReply reply() {
            return switch (this) {
                case COMMENT_AND_ERROR ->
                    eventStream()
                            .text(": queued\n\n")
                            .event("{\"error\":{\"code\":502,\"message\":\"Provider returned error\"}}");
                case NAMED_ERROR ->
                    eventStream()
                            .text("event: error\ndata: {\"type\":\"error\",\"error\":"
                                    + "{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n");
                case NO_EVENT -> eventStream();
            };
        }
    }

    static Stream<Arguments> beginningsOnBothPaths() {
        return Stream.of(Beginning.values())
                .flatMap(beginning -> Stream.of(AdapterPath.values()).map(path -> Arguments.of(beginning, path)));
    }

    @ParameterizedTest
    @MethodSource("beginningsOnBothPaths")
    void theNextTierAnswersAndNothingOfTheFirstIsSeen(Beginning beginning, AdapterPath path) {
        Act act = STAGE.act(path);
        act.a().always(beginning.reply());
        act.b().always(ScriptedUpstreamChat.stream("ok"));

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).isEqualTo("ok");
        assertThat(answer.roles()).isEqualTo(1);
        assertThat(answer.errors()).isEmpty();
        assertThat(answer.done()).isTrue();
        assertThat(act.logged().outcome()).isEqualTo("served");
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"), act.served("b"));
    }

    @ParameterizedTest
    @MethodSource("beginningsOnBothPaths")
    void withNoSourceLeftTheChainAnswers503InJson(Beginning beginning, AdapterPath path) {
        Act act = WITHOUT_B.act(path);
        act.a().always(beginning.reply());

        try (Call call = act.askForStream()) {
            assertThat(call.status()).isEqualTo(503);
            assertThat(call.json().at("/error/message").asString()).isNotEmpty();
        }
        assertThat(act.logged().outcome()).isEqualTo("failed");
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"));
    }

    @ParameterizedTest
    @MethodSource("beginningsOnBothPaths")
    void aNameLockedToTheSourceAnswers502InJson(Beginning beginning, AdapterPath path) {
        Act act = WITHOUT_B.act(path);
        act.a().always(beginning.reply());

        try (Call call = Act.send(act.source("a") + "/m", true).answer()) {
            assertThat(call.status()).isEqualTo(502);
            assertThat(call.json().at("/error/message").asString()).isNotEmpty();
        }
    }
}
