package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.connectionReset;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.silence;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.client.StreamedAnswer;
import io.tiergate.ear.process.LoggedRequest;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** However the first tier fails, the client sees one clean answer, from the second. */
@OnSharedGateway
class TierOneFailsIT {
    static final Stage STAGE = Stage.tiers("tier-one", "retries: 0, timeouts: {first_token: 1s, total: 1s}", "a", "b")
            .copies(10);

    /** The ways to fail before the first event. */
    enum Failure {
        ANSWERS_500,
        REFUSES_CONNECTIONS,
        HANGS,
        RESETS_WITHOUT_A_BYTE,
        CUTS_BEFORE_THE_FIRST_EVENT;

        void script(ScriptedUpstream a) {
            switch (this) {
                case ANSWERS_500 -> a.always(ScriptedUpstreamChat.error(500, "broken", "server_error", "internal"));
                case REFUSES_CONNECTIONS -> a.refuse();
                case HANGS -> a.always(silence());
                case RESETS_WITHOUT_A_BYTE -> a.always(connectionReset());
                case CUTS_BEFORE_THE_FIRST_EVENT ->
                    a.always(eventStream()
                            .event(ScriptedUpstreamChat.role())
                            .pause(Duration.ofMillis(100))
                            .close());
            }
        }
    }

    static Stream<Arguments> failuresOnBothPaths() {
        return Stream.of(Failure.values())
                .flatMap(failure -> Stream.of(AdapterPath.values()).map(path -> Arguments.of(failure, path)));
    }

    @ParameterizedTest
    @MethodSource("failuresOnBothPaths")
    void aStreamComesWholeFromTierTwo(Failure failure, AdapterPath path) {
        Act act = STAGE.act(path);
        failure.script(act.a());
        act.b().always(ScriptedUpstreamChat.stream("clean ", "answer"));

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).isEqualTo("clean answer");
        assertThat(answer.roles()).isEqualTo(1);
        assertThat(answer.errors()).isEmpty();
        assertThat(answer.done()).isTrue();
        assertLogged(act);
    }

    @ParameterizedTest
    @MethodSource("failuresOnBothPaths")
    void aWholeAnswerComesFromTierTwo(Failure failure, AdapterPath path) {
        Act act = STAGE.act(path);
        failure.script(act.a());
        act.b().always(ScriptedUpstreamChat.answer("clean answer"));

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(200);
            assertThat(call.json().at("/choices/0/message/content").asString()).isEqualTo("clean answer");
        }
        assertLogged(act);
    }

    private static void assertLogged(Act act) {
        LoggedRequest logged = act.logged();
        assertThat(logged.outcome()).isEqualTo("served");
        assertThat(logged.status()).isEqualTo(200);
        assertThat(logged.way()).containsExactly(act.failed("a", "transport"), act.served("b"));
        assertThat(logged.attempts()).extracting(LoggedRequest.Attempt::tier).containsExactly(1, 2);
        assertThat(logged.attempts()).extracting(LoggedRequest.Attempt::model).containsExactly("m", "m");
    }
}
