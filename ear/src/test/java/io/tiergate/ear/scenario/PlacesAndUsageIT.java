package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.connectionReset;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.silence;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.process.Eventually;
import io.tiergate.ear.process.LoggedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * S23 with permits in place of a gateway key's parallel limit, and S25; the Messages and audio routes come with their own issues.
 * Cooldowns last a millisecond, so that one failure does not hide the next.
 */
class PlacesAndUsageIT {
    private static final int TIMES = 20;
    private static final ScriptedUpstream A = ScriptedUpstream.start();

    @RegisterExtension
    private static final OwnGateway GATEWAY = OwnGateway.with("places-and-usage", """
            cooldown: {base: 1ms, max: 1ms}
            sources:
              - {name: few, adapter: openai, base_url: "%1$s/v1", retries: 0, max_concurrent: 2, timeouts: {first_token: 150ms, total: 150ms}, models: [m, {id: e, kind: embedding}]}
              - {name: usage, adapter: openai, base_url: "%1$s/v1", models: [u1, u2, u3]}
            """.formatted(A.url()));

    @AfterAll
    static void stop() {
        A.close();
    }

    static Stream<Arguments> waysOut() {
        String first = ScriptedUpstreamChat.delta("hi");
        return Stream.of(
                Arguments.of("reset", false, connectionReset()),
                Arguments.of("timeout", false, silence()),
                Arguments.of("502", false, ScriptedUpstreamChat.error(502, "bad gateway", "server_error", "bad")),
                Arguments.of(
                        "stream that ends with an error event",
                        true,
                        eventStream()
                                .event(first)
                                .event("{\"error\":{\"message\":\"overloaded\",\"code\":\"server_error\"}}")),
                Arguments.of(
                        "stream that is cut", true, eventStream().event(first).reset()),
                Arguments.of("whole stream", true, ScriptedUpstreamChat.stream("hi")),
                Arguments.of("normal answer", false, ScriptedUpstreamChat.answer("ok")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waysOut")
    void s23EveryWayOutGivesThePermitBack(String way, boolean stream, ScriptedUpstreamReply reply) {
        A.startOver().always(reply);
        for (int i = 0; i < TIMES; i++) {
            try (Call call = send("few/m", stream).answer()) {
                call.bytes();
            }
        }
        twoAreLetInAndTheThirdIsNot();
    }

    @Test
    void s23AClientThatLeavesInTheMiddleOfAStreamGivesThePermitBack() {
        A.startOver()
                .always(eventStream()
                        .event(ScriptedUpstreamChat.delta("hi"))
                        .forever(Duration.ofMillis(20), i -> "data: " + ScriptedUpstreamChat.delta("more") + "\n\n"));
        for (int i = 0; i < TIMES; i++) {
            Call call = Eventually.eventually("let in", Duration.ofSeconds(3), () -> {
                Call next = send("few/m", true).answer();
                if (next.status() != 200) {
                    next.close();
                    return java.util.Optional.empty();
                }
                return java.util.Optional.of(next);
            });
            call.events().next();
            call.close();
        }
        Eventually.eventually("nobody at the upstream", Duration.ofSeconds(3), () -> A.busyConnections() == 0);
        twoAreLetInAndTheThirdIsNot();
    }

    @Test
    void s23EmbeddingsGiveThePermitBack() {
        A.startOver()
                .always(
                        ScriptedUpstreamReply.json(
                                200,
                                "{\"object\":\"list\",\"data\":[{\"index\":0,\"embedding\":[1.0]}],\"usage\":{\"prompt_tokens\":1,\"total_tokens\":1}}"));
        for (int i = 0; i < TIMES; i++) {
            try (Call call = Call.post(
                    GATEWAY.process().port(), "/v1/embeddings", Map.of(), "{\"model\":\"few/e\",\"input\":\"x\"}")) {
                assertThat(call.status()).isEqualTo(200);
            }
        }
        twoAreLetInAndTheThirdIsNot();
    }

    private static void twoAreLetInAndTheThirdIsNot() {
        A.startOver().always(ScriptedUpstreamChat.answer("ok").after(Duration.ofMillis(100)));
        List<Call.Sent> three =
                IntStream.range(0, 3).mapToObj(i -> send("few/m", false)).toList();
        List<Integer> statuses = three.stream()
                .map(sent -> {
                    try (Call call = sent.answer()) {
                        return call.status();
                    }
                })
                .sorted()
                .toList();
        assertThat(statuses).containsExactly(200, 200, 429);
    }

    private static final String EARLY =
            "{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"}}],\"usage\":null}";
    private static final String ZEROS =
            "{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{}}],\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,\"total_tokens\":0}}";
    private static final String USAGE = "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}";
    private static final String FINISH = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";

    static Stream<Arguments> ends() {
        return Stream.of(
                Arguments.of(
                        "u1",
                        List.of("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null},"
                                + "\"finish_reason\":\"stop\"}]," + USAGE),
                        false),
                Arguments.of("u2", List.of(FINISH, "{\"choices\":[]," + USAGE), false),
                Arguments.of("u3", List.of(FINISH), true));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void s25TheLastUsageWithNumbersIsBookedOnce(String model, List<String> end, boolean estimated) {
        ScriptedUpstreamReply reply = eventStream().event(EARLY).event(ZEROS);
        for (String event : end) {
            reply = reply.event(event);
        }
        A.startOver().always(reply.event(ScriptedUpstreamChat.DONE));
        try (Call call = send("usage/" + model, true).answer()) {
            assertThat(call.stream().content()).isEqualTo("hi");
        }
        LoggedRequest logged =
                GATEWAY.process().requestLog().asked("usage/" + model, 1).getFirst();
        assertThat(logged.estimated()).isEqualTo(estimated);
        if (estimated) {
            assertThat(logged.tokens()).allMatch(tokens -> tokens > 0);
        } else {
            assertThat(logged.tokens()).containsExactly(10, 5, 15);
        }
    }

    private static Call.Sent send(String model, boolean stream) {
        return Call.send(
                GATEWAY.process().port(),
                "/v1/chat/completions",
                Map.of(),
                Act.body(model, stream).getBytes(StandardCharsets.UTF_8));
    }
}
