package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.process.Eventually;
import io.tiergate.ear.process.GatewayProcess;
import io.tiergate.ear.process.LoggedRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** S13, and {@code max_attempts}: what one request may cost is bounded, whatever its chain looks like. */
@OnSharedGateway
class BoundedAttemptsIT {
    static final Stage TURNED_ROUND =
            Stage.named("turned-round", "a", "b").sources("""
                    - {name: @act@-a, adapter: @adapter@, base_url: "@a@/v1", models: [m], retries: 1}
                    - {name: @act@-b, adapter: @adapter@, base_url: "@b@/v1", models: [m], retries: 1}
                    """).chains("""
                    @act@: {slots: [{model: m, source: @act@-a, tier: 1}, {model: m, source: @act@-b, tier: 2}]}
                    @act@-back: {slots: [{model: m, source: @act@-b, tier: 1}, {model: m, source: @act@-a, tier: 2}]}
                    """).copies(AdapterPath.PASS_THROUGH, 2);

    static final Stage TEN_SOURCES = Stage.tiers(
                    "ten-tiers", "retries: 0", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
            .copies(AdapterPath.PASS_THROUGH, 1);

    private static final ScriptedUpstreamReply BROKEN =
            ScriptedUpstreamChat.error(500, "broken", "server_error", "internal");

    @Test
    void aRequestTriesEachSourceAndItsRetriesAndNoMore() {
        Act act = TURNED_ROUND.act();
        act.a().always(BROKEN);
        act.b().always(BROKEN);
        GatewayProcess gateway = SharedGateway.get();
        long logBefore = gateway.requestLog().size();
        int outputBefore = gateway.outputLength();

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(503);
            assertThat(call.json().at("/error/code").asString()).isEqualTo("all_failed");
        }

        assertThat(act.a().requests()).as("one try and one retry").hasSize(2);
        assertThat(act.b().requests()).as("one try and one retry").hasSize(2);
        assertThat(act.logged().way())
                .containsExactly(
                        act.failed("a", "transport"),
                        act.failed("a", "transport"),
                        act.failed("b", "transport"),
                        act.failed("b", "transport"));
        assertThat(gateway.requestLog().size()
                        - logBefore
                        + gateway.outputFrom(outputBefore).length())
                .as("bytes of log for the request")
                .isLessThan(64 * 1024);
    }

    @Test
    void livenessAnswersWhileManySuchRequestsRun() throws Exception {
        Act act = TURNED_ROUND.act();
        act.a().always(BROKEN);
        act.b().always(BROKEN);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> statuses = IntStream.range(0, 50)
                    .mapToObj(i -> clients.submit(() -> {
                        try (Call call = Act.ask(i % 2 == 0 ? act.name() : act.name() + "-back")) {
                            return call.status();
                        }
                    }))
                    .toList();
            Eventually.eventually("all 50 requests are answered", Duration.ofSeconds(30), () -> {
                long asked = System.nanoTime();
                assertThat(SharedGateway.get().get("/health/live")).isEqualTo(200);
                assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(1));
                return statuses.stream().allMatch(Future::isDone);
            });
            for (Future<Integer> status : statuses) {
                assertThat(status.get()).isEqualTo(503);
            }
        }
        List<LoggedRequest> logged = Stream.of(act.name(), act.name() + "-back")
                .flatMap(name -> SharedGateway.get().requestLog().asked(name, 25).stream())
                .toList();
        assertThat(logged).allSatisfy(request -> assertThat(request.attempts()).hasSizeLessThanOrEqualTo(4));
    }

    @Test
    void aRequestMakesNoMoreThanEightAttempts() {
        Act act = TEN_SOURCES.act();
        List<String> upstreams = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
        upstreams.forEach(upstream -> act.upstream(upstream).always(BROKEN));

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(503);
        }

        assertThat(upstreams)
                .map(upstream -> act.upstream(upstream).requests().size())
                .containsExactly(1, 1, 1, 1, 1, 1, 1, 1, 0, 0);
        assertThat(act.logged().attempts()).hasSize(8);
    }
}
