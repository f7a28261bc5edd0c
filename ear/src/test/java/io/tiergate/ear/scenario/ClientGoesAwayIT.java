package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.silence;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamRequest;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.process.LoggedRequest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** S07: a client that leaves takes its upstream call with it, gives its permit back and blames nobody. */
@OnSharedGateway
class ClientGoesAwayIT {
    static final Stage STAGE =
            Stage.tiers("leaves", "retries: 0, max_concurrent: 1", "a", "b").copies(3);

    private static final Duration SOON = Duration.ofSeconds(5);

    /** A second, and what a busy test machine adds to it. */
    private static final Duration ABOUT_A_SECOND = Duration.ofMillis(1300);

    @ParameterizedTest
    @EnumSource
    void inTheMiddleOfAStream(AdapterPath path) {
        Act act = STAGE.act(path);
        AtomicInteger written = new AtomicInteger();
        act.a().always(eventStream().repeat(600, Duration.ofMillis(100), i -> {
            written.incrementAndGet();
            return "data: " + ScriptedUpstreamChat.delta("word ") + "\n\n";
        }));

        long left;
        try (Call call = act.askForStream()) {
            for (int i = 0; i < 5; i++) {
                assertThat(call.events().next()).isPresent();
            }
            left = System.nanoTime();
        }

        ScriptedUpstreamRequest cancelled = act.a().request(1);
        Duration upstreamLeft = cancelled.awaitPeerLeft(SOON);
        assertThat(Duration.ofNanos(cancelled.receivedAt() - left).plus(upstreamLeft))
                .as("from the client's leaving to the cancelled upstream call")
                .isLessThan(ABOUT_A_SECOND);
        assertThat(written).hasValueLessThanOrEqualTo(20);
        LoggedRequest logged = act.logged();
        assertThat(logged.outcome()).isEqualTo("cancelled");
        assertThat(logged.way()).containsExactly(act.failed("a", "client_gone"));
        assertThat(logged.tokens().get(1)).as("completion tokens").isPositive();
        assertThat(logged.estimated()).isTrue();
        assertNextRequestIsServedByA(act);
    }

    static Stream<Arguments> bothKindsOnBothPaths() {
        return Stream.of(AdapterPath.values())
                .flatMap(path -> Stream.of(true, false).map(stream -> Arguments.of(path, stream)));
    }

    @ParameterizedTest(name = "{0}, stream: {1}")
    @MethodSource("bothKindsOnBothPaths")
    void beforeTheUpstreamAnswers(AdapterPath path, boolean stream) {
        Act act = STAGE.act(path);
        act.a().always(silence());

        Call.Sent sent = Act.send(act.name(), stream);
        ScriptedUpstreamRequest cancelled = act.a().awaitRequest(1, SOON);
        assertThat(cancelled.peerLeft()).isFalse();
        sent.close();

        cancelled.awaitPeerLeft(Duration.ofSeconds(3));
        assertThat(act.logged().outcome()).isEqualTo("cancelled");
        assertNextRequestIsServedByA(act);
    }

    /** The permit is free, and a neither cools nor was b asked in the client's absence. */
    private static void assertNextRequestIsServedByA(Act act) {
        assertThat(act.b().requests()).isEmpty();
        act.a().always(ScriptedUpstreamChat.answer("ok"));
        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(200);
        }
        assertThat(act.logged(2).getLast().way()).containsExactly(act.served("a"));
        assertThat(act.b().requests()).isEmpty();
    }
}
