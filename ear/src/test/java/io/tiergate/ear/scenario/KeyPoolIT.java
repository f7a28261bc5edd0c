package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.process.Eventually;
import io.tiergate.ear.process.GatewayProcess;
import io.tiergate.ear.process.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The brief's story: two keys, three models, started by variables alone; free tiers run out one by one; a kill forgets nothing. */
class KeyPoolIT {
    private static final ScriptedUpstreamReply USED_UP = ScriptedUpstreamReply.json(
            403,
            "{\"error\":{\"code\":\"AllocationQuota.FreeTierOnly\",\"type\":\"AllocationQuota.FreeTierOnly\","
                    + "\"message\":\"The free tier of the model has been exhausted.\"}}");

    private final Set<String> usedUp = ConcurrentHashMap.newKeySet();
    private final List<String> asked = new ArrayList<>();

    @Test
    void oneKeyIsSpentAfterTheOtherAndARestartGoesOnFromTheSamePlace() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.start()) {
            upstream.answering(request -> {
                String pair = request.header("authorization").orElse("").replace("Bearer ", "") + "/"
                        + request.json().path("model").asString();
                asked.add(pair);
                return usedUp.contains(pair) ? USED_UP : ScriptedUpstreamChat.answer("from " + pair);
            });
            GatewayProcess gateway = GatewayProcess.startWithoutFile(
                    Program.underTest(),
                    "key-pool",
                    Map.of(
                            "DASHSCOPE_API_KEYS",
                            "key-one,key-two",
                            "MODEL_IDS",
                            "a,b,c",
                            "DASHSCOPE_BASE_URL",
                            upstream.url() + "/v1"));
            try {
                assertThat(content(gateway)).isEqualTo("from key-one/a");
                usedUp.add("key-one/a");
                assertThat(content(gateway)).isEqualTo("from key-one/b");
                String modelCursor = "model_cursor:" + sha256("key-one");
                awaitCursor(gateway, modelCursor, "1");
                JsonNode state = state(gateway.home());
                assertThat(state.path("modelState").size()).isEqualTo(6);
                assertThat(cursor(state, "key_cursor")).isEqualTo("0");
                JsonNode record = state.at("/modelState").path(sha256("key-one") + ":a");
                assertThat(record.path("failureCount").asInt()).isEqualTo(1);
                assertThat(record.path("lastError").asString()).contains("exhausted");
                assertThat(record.path("cooldownUntil").asLong())
                        .isBetween(
                                System.currentTimeMillis() + 2_591_900_000L,
                                System.currentTimeMillis() + 2_592_000_000L);
                assertThat(Files.readString(gateway.home().resolve("proxy-state.json")))
                        .doesNotContain("key-one", "key-two");

                usedUp.addAll(Set.of("key-one/b", "key-one/c"));
                assertThat(content(gateway)).isEqualTo("from key-two/a");
                awaitCursor(gateway, "key_cursor", "1");

                gateway = gateway.killAndStartAgain();
                asked.clear();
                assertThat(content(gateway)).isEqualTo("from key-two/a");
                assertThat(asked)
                        .as("what was used up before the kill is not asked again")
                        .containsExactly("key-two/a");

                usedUp.addAll(Set.of("key-two/a", "key-two/b", "key-two/c"));
                try (Call call = ask(gateway)) {
                    assertThat(call.status()).isEqualTo(503);
                    JsonNode error = call.json().path("error");
                    assertThat(error.path("code").asString()).isEqualTo("quota_used_up");
                    assertThat(error.path("tiers").path(0).path("slots").size())
                            .as("three models with two keys each")
                            .isGreaterThanOrEqualTo(3);
                }
                asked.clear();
                ask(gateway).close();
                assertThat(asked).isEmpty();
            } finally {
                gateway.close();
            }
        }
    }

    private static Call ask(GatewayProcess gateway) {
        return Call.post(
                gateway.port(),
                "/v1/chat/completions",
                Map.of(),
                "{\"model\":\"AUTO\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    }

    private static String content(GatewayProcess gateway) {
        try (Call call = ask(gateway)) {
            assertThat(call.status()).isEqualTo(200);
            return call.json().at("/choices/0/message/content").asString();
        }
    }

    /** The move is on disk before the answer ends, unless the disk takes longer than 100 ms: a loaded machine's may. */
    private static void awaitCursor(GatewayProcess gateway, String name, String value) {
        Eventually.eventually(name, Duration.ofSeconds(2), () -> {
            try {
                return cursor(state(gateway.home()), name).equals(value);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static JsonNode state(Path home) throws IOException {
        return Json.parse(Files.readAllBytes(home.resolve("proxy-state.json")));
    }

    private static String cursor(JsonNode state, String name) {
        return state.path("runtimeState").path(name).path("value").asString();
    }

    private static String sha256(String key) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    }
}
