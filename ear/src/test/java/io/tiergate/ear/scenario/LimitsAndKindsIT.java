package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** S19 and S24 on {@code source/model}; images and embeddings by chains of their own. */
class LimitsAndKindsIT {
    private static final ScriptedUpstream A = ScriptedUpstream.start();
    private static final ScriptedUpstream B = ScriptedUpstream.start();

    @RegisterExtension
    private static final OwnGateway GATEWAY = OwnGateway.with("limits-and-kinds", """
            sources:
              - {name: a, adapter: openai, base_url: "%1$s/v1", retries: 0, models: [q, {id: pic, kind: image}, {id: emb, kind: embedding}]}
              - {name: minute, adapter: openai, base_url: "%1$s/v1", rpm: 10, models: [r]}
              - {name: few, adapter: openai, base_url: "%1$s/v1", max_concurrent: 2, models: [p]}
              - {name: b, adapter: openai, base_url: "%2$s/v1", models: [{id: pic2, kind: image}]}
            auto:
              - {model: q, source: a, tier: 1, token_quota: 1000, period: day}
            """.formatted(A.url(), B.url()));

    @AfterAll
    static void stop() {
        A.close();
        B.close();
    }

    @Test
    void fiftyAtOncePassARequestLimitOfTenExactlyTenTimes() {
        A.startOver().always(ScriptedUpstreamChat.answer("ok").after(Duration.ofMillis(500)));
        Map<Integer, Long> byStatus = statuses(atOnce(50, "minute/r"));
        assertThat(byStatus).isEqualTo(Map.of(200, 10L, 429, 40L));
        assertThat(A.requests()).hasSize(10);
    }

    @Test
    void fiftyAtOncePassTwoPermitsExactlyTwice() {
        A.startOver().always(ScriptedUpstreamChat.answer("ok").after(Duration.ofSeconds(3)));
        assertThat(statuses(atOnce(50, "few/p"))).isEqualTo(Map.of(200, 2L, 429, 48L));
        A.always(ScriptedUpstreamChat.answer("ok"));
        try (Call call = ask("few/p")) {
            assertThat(call.status()).as("permits are back").isEqualTo(200);
        }
    }

    @Test
    void aTokenQuotaAdmitsTogetherWhatItHoldsAndBooksWhatWasUsed() {
        A.startOver()
                .always(ScriptedUpstreamReply.json(
                                200,
                                "{\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                                        + "\"content\":\"ok\"},\"finish_reason\":\"stop\"}],"
                                        + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":10,\"total_tokens\":20}}")
                        .after(Duration.ofMillis(500)));
        List<Call.Sent> sent =
                IntStream.range(0, 5).mapToObj(i -> send("a/q", 400)).toList();
        assertThat(statuses(sent)).isEqualTo(Map.of(200, 2L, 429, 3L));

        A.always(ScriptedUpstreamReply.json(
                200,
                "{\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                        + "\"content\":\"ok\"},\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":990,\"total_tokens\":1000}}"));
        try (Call call = send("a/q", 50).answer()) {
            assertThat(call.status())
                    .as("40 are used, so that this is admitted")
                    .isEqualTo(200);
        }
        int calls = A.requests().size();
        try (Call call = send("a/q", 50).answer()) {
            assertThat(call.status()).isEqualTo(429);
            assertThat(call.header("retry-after")).isPresent();
            assertThat(call.json().at("/error/code").asString()).isEqualTo("quota_used_up");
        }
        assertThat(A.requests()).as("refused before any call").hasSize(calls);
    }

    @Test
    void imagesWithoutAChainGoToAllImageSourcesInOrder() {
        A.startOver().always(ScriptedUpstreamChat.error(500, "broken", "server_error", "internal"));
        B.startOver().always(ScriptedUpstreamReply.json(200, "{\"created\":1,\"data\":[{\"b64_json\":\"AAAA\"}]}"));
        try (Call call = Call.post(
                GATEWAY.process().port(),
                "/v1/images/generations",
                Map.of(),
                "{\"model\":\"auto\",\"prompt\":\"a gate\"}")) {
            assertThat(call.status()).isEqualTo(200);
            assertThat(call.json().at("/data/0/b64_json").asString()).isEqualTo("AAAA");
        }
        assertThat(A.request(1).path()).isEqualTo("/v1/images/generations");
        assertThat(A.request(1).json().path("model").asString()).isEqualTo("pic");
        assertThat(B.request(1).json().path("model").asString()).isEqualTo("pic2");
    }

    @Test
    void embeddingsPassThrough() {
        A.startOver()
                .always(ScriptedUpstreamReply.json(
                        200,
                        "{\"object\":\"list\",\"data\":[{\"object\":\"embedding\",\"index\":0,\"embedding\":[0.5]}],"
                                + "\"model\":\"emb\",\"usage\":{\"prompt_tokens\":2,\"total_tokens\":2}}"));
        try (Call call = Call.post(
                GATEWAY.process().port(), "/v1/embeddings", Map.of(), "{\"model\":\"emb\",\"input\":\"a gate\"}")) {
            assertThat(call.status()).isEqualTo(200);
            JsonNode answer = call.json();
            assertThat(answer.at("/data/0/embedding/0").asDouble()).isEqualTo(0.5);
        }
        assertThat(A.request(1).path()).isEqualTo("/v1/embeddings");
    }

    private static List<Call.Sent> atOnce(int requests, String model) {
        return IntStream.range(0, requests).mapToObj(i -> send(model, 50)).toList();
    }

    private static Map<Integer, Long> statuses(List<Call.Sent> sent) {
        List<Integer> statuses = new ArrayList<>();
        for (Call.Sent one : sent) {
            try (Call call = one.answer()) {
                statuses.add(call.status());
            }
        }
        return statuses.stream().collect(Collectors.groupingBy(s -> s, Collectors.counting()));
    }

    private static Call ask(String model) {
        return send(model, 50).answer();
    }

    private static Call.Sent send(String model, int maxTokens) {
        String body = "{\"model\":\"" + model + "\",\"max_tokens\":" + maxTokens
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"Say hello to the gate, please.\"}]}";
        return Call.send(
                GATEWAY.process().port(),
                "/v1/chat/completions",
                Map.of(),
                body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
