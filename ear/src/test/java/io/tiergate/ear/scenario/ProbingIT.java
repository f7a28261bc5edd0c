package io.tiergate.ear.scenario;

import static io.tiergate.ear.process.Eventually.eventually;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.process.LoggedRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A cooling source is silent for half its window of 2 s, is probed by one request in the second half, and is back after one success. */
@OnSharedGateway
class ProbingIT {
    static final Stage STAGE = Stage.tiers("probing", "retries: 0", "a", "b").copies(AdapterPath.PASS_THROUGH, 2);

    private static final ScriptedUpstreamReply BROKEN =
            ScriptedUpstreamChat.error(500, "broken", "server_error", "internal");

    /** What clocks and a busy test machine add to an expected time. */
    private static final Duration LATE = ofMillis(600);

    @Test
    void silentThenOneProbeThenBack() throws Exception {
        Act act = STAGE.act();
        CountDownLatch probed = new CountDownLatch(1);
        act.a()
                .inTurn(
                        BROKEN,
                        ScriptedUpstreamChat.answer("probe").after(probed),
                        ScriptedUpstreamChat.answer("from a"));
        act.b().always(ScriptedUpstreamChat.answer("from b"));
        assertThat(content(act)).isEqualTo("from b");

        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> prober = clients.submit(() -> askUntilAAnswers(act));
            act.a().awaitRequest(2, ofSeconds(4));
            assertThat(between(act, 1, 2))
                    .as("half the window")
                    .isBetween(ofMillis(950), ofSeconds(1).plus(LATE));

            List<Future<String>> others = IntStream.range(0, 5)
                    .mapToObj(i -> clients.submit(() -> content(act)))
                    .toList();
            for (Future<String> other : others) {
                assertThat(other.get()).isEqualTo("from b");
            }
            assertThat(act.a().requests()).as("one probe at a time").hasSize(2);

            probed.countDown();
            assertThat(prober.get()).isEqualTo("probe");
        }
        assertThat(content(act)).as("one success is enough").isEqualTo("from a");

        List<LoggedRequest.Attempt> attemptsAtA = eventually(
                "two attempts at a in the log",
                ofSeconds(5),
                () -> Optional.of(attemptsAtA(act)).filter(attempts -> attempts.size() >= 2));
        assertThat(attemptsAtA.subList(0, 2))
                .extracting(LoggedRequest.Attempt::toString, LoggedRequest.Attempt::probe)
                .containsExactly(tuple(act.failed("a", "transport"), false), tuple(act.served("a"), true));
    }

    private static List<LoggedRequest.Attempt> attemptsAtA(Act act) {
        return SharedGateway.get().requestLog().all().stream()
                .filter(request -> request.asked().equals(act.name()))
                .flatMap(request -> request.attempts().stream())
                .filter(attempt -> attempt.source().equals(act.source("a")))
                .toList();
    }

    @Test
    void aFailedProbeOpensAWindowTwiceAsLong() {
        Act act = STAGE.act();
        act.a().inTurn(BROKEN, BROKEN, ScriptedUpstreamChat.answer("from a"));
        act.b().always(ScriptedUpstreamChat.answer("from b"));

        assertThat(askUntilAAnswers(act)).isEqualTo("from a");

        assertThat(act.a().requests()).hasSize(3);
        assertThat(between(act, 1, 2))
                .as("half of 2 s")
                .isBetween(ofMillis(950), ofSeconds(1).plus(LATE));
        assertThat(between(act, 2, 3))
                .as("half of 4 s")
                .isBetween(ofMillis(1950), ofSeconds(2).plus(LATE));
    }

    /** Asks, 20 ms after each answer, until one does not come from b. */
    private static String askUntilAAnswers(Act act) {
        while (true) {
            String answer = content(act);
            if (!answer.equals("from b")) {
                return answer;
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted between two requests", e);
            }
        }
    }

    private static String content(Act act) {
        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(200);
            return call.json().at("/choices/0/message/content").asString();
        }
    }

    private static Duration between(Act act, int earlier, int later) {
        return Duration.ofNanos(
                act.a().request(later).receivedAt() - act.a().request(earlier).receivedAt());
    }
}
