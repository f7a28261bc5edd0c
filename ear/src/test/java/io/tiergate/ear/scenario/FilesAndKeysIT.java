package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamRequest.Header;
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
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** S27, S49, S53 and a state file of the brief's own service, on servers of their own; what the pages write comes with the pages. */
class FilesAndKeysIT {
    private static final String CONFIG = """
            default_model: AUTO
            sources: [{name: a, adapter: openai, base_url: "%s/v1", api_key: sk-secret-a, models: [m]}]
            auto: [{model: m, source: a, tier: 1}]
            """;

    @TempDir
    private Path folder;

    @Test
    void s27KeysAreTrimmedWithAWarningThatNamesTheSourceOnly() {
        try (ScriptedUpstream upstream = ScriptedUpstream.start().always(ScriptedUpstreamChat.answer("ok"));
                GatewayProcess gateway = GatewayProcess.start(
                        Program.underTest(), "keys-trimmed", """
                        sources:
                          - {name: one, adapter: openai, base_url: "%1$s/v1", api_key: "sk-a\\n", models: [m]}
                          - {name: two, adapter: openai, base_url: "%1$s/v1", api_key: "  sk-b\\t", models: [m]}
                        """.formatted(upstream.url()), Map.of())) {
            ask(gateway, "one/m").close();
            ask(gateway, "two/m").close();
            assertThat(upstream.request(1).header("Authorization")).contains("Bearer sk-a");
            assertThat(upstream.request(2).header("Authorization")).contains("Bearer sk-b");
            assertThat(gateway.outputFrom(0)).contains("one", "two").doesNotContain("sk-a", "sk-b");
        }
    }

    @Test
    void s27AKeyWithALineBreakInsideOrNothingIsRefused() throws IOException {
        Path file = folder.resolve("config.yaml");
        Files.writeString(file, """
                sources:
                  - {name: three, adapter: openai, base_url: "http://127.0.0.1:1/v1", api_key: "sk-c\\r\\nX-Injected: 1", models: [m]}
                  - {name: four, adapter: openai, base_url: "http://127.0.0.1:1/v1", api_key: "", models: [m]}
                """);
        Program.Run run = Program.underTest()
                .run(Duration.ofSeconds(15), Map.of("TIERGATE_HOME", folder.toString()), "check", file.toString());
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output())
                .contains("sources[0].api_key", "sources[1].api_key")
                .doesNotContain("sk-")
                .doesNotContain("X-Injected");
    }

    static Stream<Arguments> foreignFiles() throws IOException {
        byte[] whole =
                "{\"version\":1,\"modelState\":{},\"runtimeState\":{\"key_cursor\":{\"value\":\"1\",\"updatedAt\":1}}}"
                        .getBytes(StandardCharsets.UTF_8);
        return Stream.of(
                Arguments.of("half", Arrays.copyOf(whole, whole.length / 2)),
                Arguments.of("empty", new byte[0]),
                Arguments.of("nul", new byte[64 << 10]),
                Arguments.of("list", "[]".getBytes(StandardCharsets.UTF_8)),
                Arguments.of("folder", null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("foreignFiles")
    void s49AnUnreadableStateFileIsKeptUnderAnotherNameAndSaid(String name, byte[] content) throws IOException {
        Path state = folder.resolve("proxy-state.json");
        if (content == null) {
            Files.createDirectory(state);
            Files.writeString(state.resolve("inside"), "kept");
        } else {
            Files.write(state, content);
        }
        try (ScriptedUpstream upstream = ScriptedUpstream.start()
                        .inTurn(
                                ScriptedUpstreamChat.error(500, "broken", "server_error", "internal"),
                                ScriptedUpstreamChat.answer("ok"));
                GatewayProcess gateway = GatewayProcess.start(
                        Program.underTest(),
                        "state-" + name,
                        CONFIG.formatted(upstream.url()),
                        Map.of("STATE_PATH", state.toString()))) {
            ask(gateway, "AUTO").close(); // a cooldown: the next save
            Eventually.eventually("a state file", Duration.ofSeconds(2), () -> Files.isRegularFile(state));
            assertThat(Json.parse(Files.readAllBytes(state)).path("version").asInt())
                    .isEqualTo(1);
            Path aside = aside(state);
            if (content == null) {
                assertThat(aside.resolve("inside")).hasContent("kept");
            } else {
                assertThat(aside).hasBinaryContent(content);
            }
            assertThat(gateway.outputFrom(0))
                    .contains(state.toString(), aside.getFileName().toString());
        }
    }

    private static Path aside(Path state) throws IOException {
        try (Stream<Path> files = Files.list(state.getParent())) {
            return files.filter(f -> f.getFileName().toString().startsWith("proxy-state.json.bak."))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void s53FilesAndFoldersOfTheHomeAreTheOwnersOnlyAndASecretsFileThatOthersReadIsWarnedOf() throws IOException {
        try (ScriptedUpstream upstream = ScriptedUpstream.start().always(ScriptedUpstreamChat.answer("ok"));
                GatewayProcess gateway = GatewayProcess.start(
                        Program.underTest(), "modes", CONFIG.formatted(upstream.url()), Map.of())) {
            ask(gateway, "AUTO").close();
            gateway.requestLog().asked("AUTO", 1);
            for (String file : new String[] {"proxy-state.json", "log/requests.jsonl"}) {
                assertThat(mode(gateway.home().resolve(file))).as(file).isEqualTo("rw-------");
            }
            for (String made : new String[] {"log", "server"}) {
                assertThat(mode(gateway.home().resolve(made))).as(made).isEqualTo("rwx------");
            }
            Path config = gateway.home().resolve("config.yaml");
            assertThat(mode(config)).as("the operator's own, never changed").isEqualTo("rw-r--r--");
            assertThat(gateway.outputFrom(0)).contains("GW1058").contains(config.toString());
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aFileOfTheBriefsServiceLoadsAsItIsAndGoesOn() throws Exception {
        long until = System.currentTimeMillis() + Duration.ofDays(20).toMillis();
        Path state = folder.resolve("proxy-state.json");
        String one = sha256("key-one");
        Files.writeString(state, """
                {"version": 1,
                 "modelState": {
                   "%1$s:a": {"keyHash": "%1$s", "modelId": "a", "cooldownUntil": %2$d, "failureCount": 3, "lastError": "FreeTierOnly",
                              "lastUsedAt": 11, "updatedAt": 12},
                   "%1$s:gone": {"keyHash": "%1$s", "modelId": "gone", "cooldownUntil": 0, "failureCount": 1, "lastError": null,
                              "lastUsedAt": 5, "updatedAt": 6}},
                 "runtimeState": {"key_cursor": {"value": "0", "updatedAt": 1}, "model_cursor:%1$s": {"value": "1", "updatedAt": 1}}}
                """.formatted(one, until));
        try (ScriptedUpstream upstream = ScriptedUpstream.start().always(ScriptedUpstreamChat.answer("ok"));
                GatewayProcess gateway = GatewayProcess.startWithoutFile(
                        Program.underTest(),
                        "brief-state",
                        Map.of(
                                "DASHSCOPE_API_KEYS",
                                "key-one,key-two",
                                "MODEL_IDS",
                                "a,b",
                                "DASHSCOPE_BASE_URL",
                                upstream.url() + "/v1",
                                "STATE_PATH",
                                state.toString()))) {
            ask(gateway, "AUTO").close();
            assertThat(upstream.request(1).json().path("model").asString()).isEqualTo("b");
            assertThat(upstream.request(1).headers()).contains(new Header("Authorization", "Bearer key-one"));
            JsonNode kept = Eventually.eventually(
                    "b's use",
                    Duration.ofSeconds(4),
                    () -> java.util.Optional.of(read(state))
                            .filter(s -> s.at("/modelState")
                                            .path(one + ":b")
                                            .path("lastUsedAt")
                                            .asLong()
                                    > 0));
            JsonNode a = kept.at("/modelState").path(one + ":a");
            assertThat(a.path("cooldownUntil").asLong()).isCloseTo(until, org.assertj.core.api.Assertions.within(50L));
            assertThat(a.path("failureCount").asInt()).isEqualTo(3);
            assertThat(a.path("lastUsedAt").asLong()).isEqualTo(11);
            assertThat(kept.at("/modelState").has(one + ":gone"))
                    .as("what it does not know stays")
                    .isTrue();
            assertThat(kept.path("modelState").size()).isEqualTo(5);
        }
    }

    private static JsonNode read(Path state) {
        try {
            return Json.parse(Files.readAllBytes(state));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha256(String key) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    private static Call ask(GatewayProcess gateway, String model) {
        return Call.post(gateway.port(), "/v1/chat/completions", Map.of(), Act.body(model, false));
    }
}
