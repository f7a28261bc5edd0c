package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.raw;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.silence;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.Call;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S17: each kind of silence has its limit, and behind it the next source answers. */
@OnSharedGateway
class SilentUpstreamIT {
    static final Stage STAGE = Stage.tiers(
                    "silent", "retries: 0, timeouts: {connect: 1s, first_token: 2s, total: 2s}", "a", "b")
            .copies(7);

    /** The limit of 2 s, less what clocks may differ. */
    private static final Duration LIMIT = ofMillis(1800);

    @ParameterizedTest
    @EnumSource
    void anUpstreamThatAcceptsAndSaysNothingEndsAStreamsAttempt(AdapterPath path) {
        assertStreamMovesOn(STAGE.act(path), silence(), ofSeconds(3));
    }

    @ParameterizedTest
    @EnumSource
    void headersWithoutAnEventEndAStreamsAttempt(AdapterPath path) {
        assertStreamMovesOn(STAGE.act(path), eventStream().hang(), ofSeconds(4));
    }

    @ParameterizedTest
    @EnumSource
    void commentsForEverEndAStreamsAttempt(AdapterPath path) {
        assertStreamMovesOn(
                STAGE.act(path), eventStream().forever(ofSeconds(1), i -> ": still there\n\n"), ofSeconds(4));
    }

    @ParameterizedTest
    @EnumSource
    void aClosedPortEndsAStreamsAttemptAtOnce(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a().refuse();
        act.b().always(ScriptedUpstreamChat.stream("ok"));

        try (Call call = act.askForStream()) {
            assertThat(call.headAfter()).isLessThan(ofSeconds(1));
            assertThat(call.stream().content()).isEqualTo("ok");
        }
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"), act.served("b"));
    }

    @ParameterizedTest
    @EnumSource
    void anUpstreamThatAcceptsAndSaysNothingEndsAWholeAnswersAttempt(AdapterPath path) {
        assertWholeAnswerMovesOn(STAGE.act(path), silence());
    }

    @ParameterizedTest
    @EnumSource
    void headersWithoutABodyEndAWholeAnswersAttempt(AdapterPath path) {
        assertWholeAnswerMovesOn(
                STAGE.act(path),
                raw().text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n")
                        .hang());
    }

    @ParameterizedTest
    @EnumSource
    void aClosedPortEndsAWholeAnswersAttemptAtOnce(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a().refuse();
        act.b().always(ScriptedUpstreamChat.answer("ok"));

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(200);
            assertThat(call.headAfter()).isLessThan(ofSeconds(1));
        }
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"), act.served("b"));
    }

    private static void assertStreamMovesOn(Act act, ScriptedUpstreamReply a, Duration within) {
        act.a().always(a);
        act.b().always(ScriptedUpstreamChat.stream("ok"));

        try (Call call = act.askForStream()) {
            assertThat(call.headAfter()).isBetween(LIMIT, within);
            assertThat(call.stream().content()).isEqualTo("ok");
        }
        assertMovedOn(act);
    }

    private static void assertWholeAnswerMovesOn(Act act, ScriptedUpstreamReply a) {
        act.a().always(a);
        act.b().always(ScriptedUpstreamChat.answer("ok"));

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(200);
            assertThat(call.headAfter()).isBetween(LIMIT, ofSeconds(3));
        }
        assertMovedOn(act);
    }

    private static void assertMovedOn(Act act) {
        act.a().request(1).awaitPeerLeft(ofSeconds(1));
        assertThat(act.a().requests()).hasSize(1);
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"), act.served("b"));
    }
}
