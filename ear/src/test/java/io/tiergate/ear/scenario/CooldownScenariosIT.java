package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.json;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.silence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.adapter.contract.ScriptedUpstreamRequest;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.process.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** S10, S11, S14, S16 and S28 against a running server, each with sources of its own. */
class CooldownScenariosIT {
    private static final ScriptedUpstream A = ScriptedUpstream.start();
    private static final ScriptedUpstream B = ScriptedUpstream.start();

    private static final ScriptedUpstreamReply BROKEN =
            ScriptedUpstreamChat.error(500, "broken", "server_error", "internal");

    @RegisterExtension
    private static final OwnGateway GATEWAY = OwnGateway.with("cooldown-scenarios", """
            cooldown: {base: 2s, rate_limited: 10s, retry_after_max: 60s, quota_max: 2s}
            sources:
              - {name: s10-a, adapter: openai, base_url: "%1$s/v1", retries: 0, models: [m1, m2]}
              - {name: s10-b, adapter: openai, base_url: "%2$s/v1", retries: 0, models: [m1, m2]}
              - {name: s11, adapter: openai, base_url: "%1$s/v1", retries: 0, retry_after_wait: 0s, models: [h0, h1, h2, h3, h4, h5, h6, h7, h8, h9]}
              - {name: s14-a, adapter: openai, base_url: "%1$s/v1", retries: 0, models: [m], timeouts: {first_token: 2s, total: 2s}}
              - {name: s14-b, adapter: openai, base_url: "%2$s/v1", retries: 0, models: [m]}
              - {name: s16-a, adapter: openai, base_url: "%1$s/v1", api_keys: [dead-1, good-1], models: [m, n]}
              - {name: s16-one, adapter: openai, base_url: "%1$s/v1", api_key: dead-2, models: [m]}
              - {name: s16-two, adapter: openai, base_url: "%1$s/v1", api_key: dead-2, models: [m]}
              - {name: s16-c, adapter: openai, base_url: "%1$s/v1", api_key: picky, models: [m, n]}
              - {name: s16-b, adapter: openai, base_url: "%2$s/v1", api_key: good-2, models: [m]}
              - {name: s28, adapter: openai, base_url: "%1$s/v1", retries: 0, api_keys: [k1, {key: k2, enabled: false}, k3], models: [m]}
            chains:
              s10-limited: {slots: [{model: m1, source: s10-a, tier: 1}, {model: m1, source: s10-b, tier: 2}]}
              s10-mixed: {slots: [{model: m2, source: s10-a, tier: 1}, {model: m2, source: s10-b, tier: 2}]}
              herd: {slots: [{model: m, source: s14-a, tier: 1}, {model: m, source: s14-b, tier: 2}]}
              shared-key: {slots: [{model: m, source: s16-one, tier: 1}, {model: m, source: s16-two, tier: 2}, {model: m, source: s16-b, tier: 3}]}
              only-dead: {slots: [{model: m, source: s16-one, tier: 1}, {model: m, source: s16-two, tier: 2}]}
              picky: {slots: [{model: m, source: s16-c, tier: 1}, {model: m, source: s16-b, tier: 2}]}
            """.formatted(A.url(), B.url()));

    @AfterAll
    static void stop() {
        A.close();
        B.close();
    }

    @Test
    void s10EverythingCoolsAndTheFirstProbeIsTheTimeToComeBack() {
        A.startOver().always(tooFast().header("Retry-After", "30"));
        B.startOver().always(tooFast().header("Retry-After", "12"));
        ask("s10-limited").close();
        for (int i = 0; i < 100; i++) {
            try (Call call = ask("s10-limited")) {
                assertThat(call.status()).isEqualTo(503);
                assertThat(retryAfter(call)).isBetween(10, 12);
                JsonNode error = call.json().path("error");
                assertThat(error.path("code").asString()).isEqualTo("all_rate_limited");
                assertThat(error.path("tiers").size()).isEqualTo(2);
            }
        }
        try (Call locked = ask("s10-a/m1")) {
            assertThat(locked.status()).isEqualTo(429);
            assertThat(retryAfter(locked)).isBetween(25, 30);
        }
        assertThat(A.requests()).hasSize(1);
        assertThat(B.requests()).hasSize(1);

        B.always(ScriptedUpstreamChat.answer("from b"));
        eventually(Duration.ofSeconds(14), () -> status("s10-limited") == 200);
        assertThat(A.requests()).as("a still cools").hasSize(1);
    }

    @Test
    void s10OfMixedReasonsTheCodeIsNoCandidate() {
        A.startOver().always(tooFast().header("Retry-After", "30"));
        B.startOver().always(BROKEN);
        ask("s10-mixed").close();
        try (Call call = ask("s10-mixed")) {
            assertThat(call.status()).isEqualTo(503);
            assertThat(call.json().at("/error/code").asString()).isEqualTo("no_candidate");
            assertThat(retryAfter(call)).isEqualTo(1);
        }
    }

    static Stream<Arguments> headersAndCooldowns() {
        DateTimeFormatter date = DateTimeFormatter.RFC_1123_DATE_TIME;
        ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
        return Stream.of(
                Arguments.of(0, 429, "25", 25),
                Arguments.of(1, 429, date.format(now.plusSeconds(40)), 40),
                Arguments.of(2, 429, "3", 10),
                Arguments.of(3, 429, "86400", 60),
                Arguments.of(4, 429, "-5", 10),
                Arguments.of(5, 429, "soon", 10),
                Arguments.of(6, 429, "", 10),
                Arguments.of(7, 429, date.format(now.minusHours(1)), 10),
                Arguments.of(8, 429, null, 10),
                Arguments.of(9, 503, "25", 25));
    }

    @ParameterizedTest
    @MethodSource("headersAndCooldowns")
    void s11RetryAfterIsReadAndCapped(int model, int status, String header, int seconds) {
        ScriptedUpstreamReply reply = ScriptedUpstreamChat.error(status, "slow down", "error", "busy");
        A.startOver().always(header == null ? reply : reply.header("retry-after", header));
        long asked = System.currentTimeMillis();
        ask("s11/h" + model).close();
        JsonNode record = health("s11||h" + model);
        assertThat((record.path("until").asLong() - asked) / 1000.0)
                .as(record.toString())
                .isCloseTo(seconds, within(1.5));
    }

    @Test
    void s14OneTrialGoesInAndAllOthersGoElsewhere() {
        B.startOver().always(ScriptedUpstreamChat.answer("from b"));
        A.startOver().always(BROKEN);
        ask("herd").close();
        long over = System.nanoTime() + Duration.ofMillis(2_300).toNanos();
        eventually(Duration.ofSeconds(4), () -> System.nanoTime() >= over);

        A.startOver().always(silence());
        List<Call.Sent> herd =
                IntStream.range(0, 50).mapToObj(i -> send("herd")).toList();
        for (Call.Sent one : herd) {
            try (Call call = one.answer()) {
                assertThat(call.status()).isEqualTo(200);
            }
        }
        assertThat(A.requests()).as("trials while it hung").hasSize(1);
        assertThat(B.requests()).hasSizeGreaterThanOrEqualTo(50);

        try (Call call = ask("s14-a/m")) {
            assertThat(call.status()).as("cools again").isEqualTo(502);
            assertThat(call.json().at("/error/tiers/0/slots/0/reason").asString())
                    .isEqualTo("transport");
        }
        A.startOver().always(ScriptedUpstreamChat.answer("from a"));
        eventually(Duration.ofSeconds(10), () -> ask("herd").text().contains("from a"));
        assertThat(ask("herd").text()).as("and stays").contains("from a");
    }

    @Test
    void s16TheSiblingKeyServesAndTheRefusedOneIsBenched() {
        A.startOver().answering(CooldownScenariosIT::byKey);
        for (int i = 0; i < 4; i++) {
            assertThat(status("s16-a/m")).isEqualTo(200);
        }
        assertThat(A.requests().stream().filter(r -> key(r).equals("dead-1")).count())
                .isEqualTo(1);
        JsonNode record = health("s16-a|" + sha256("dead-1") + "|m");
        assertThat(record.path("class").asString()).isEqualTo("credentials");
        assertThat(record.path("until").asLong() - record.path("since").asLong())
                .isBetween(599_990L, 600_010L);
    }

    @Test
    void s16SourcesThatShareADeadKeyAreSkippedAndTheClientNeverSees401() {
        A.startOver().answering(CooldownScenariosIT::byKey);
        B.startOver().always(ScriptedUpstreamChat.answer("from b"));
        try (Call call = ask("shared-key")) {
            assertThat(call.text()).contains("from b");
        }
        assertThat(A.requests()).as("the second source has the same key").hasSize(1);
        try (Call call = ask("only-dead")) {
            assertThat(call.status()).isEqualTo(503);
            assertThat(call.json().at("/error/code").asString()).isEqualTo("upstream_auth_failed");
        }
        assertThat(A.requests().size()).isLessThanOrEqualTo(2);
    }

    @Test
    void s16A403ForOneModelBenchesOnlyTheKeyAndThatModel() {
        A.startOver()
                .answering(request -> request.json().path("model").asString().equals("m")
                        ? json(
                                403,
                                "{\"error\":{\"message\":\"this key may not use model m\",\"code\":\"model_not_allowed\"}}")
                        : ScriptedUpstreamChat.answer("other model"));
        B.startOver().always(ScriptedUpstreamChat.answer("from b"));
        assertThat(ask("picky").text()).contains("from b");
        assertThat(ask("picky").text()).contains("from b");
        assertThat(A.requests()).hasSize(1);
        assertThat(ask("s16-c/n").text()).contains("other model");
    }

    @Test
    void s28BenchedKeysComeBackByThemselvesAndADisabledOneNever() {
        A.startOver()
                .always(json(
                        402, "{\"error\":{\"message\":\"Insufficient Balance\",\"code\":\"insufficient_balance\"}}"));
        assertThat(status("s28/m")).isEqualTo(429);
        try (Call call = ask("s28/m")) {
            assertThat(call.status()).isEqualTo(429);
            assertThat(retryAfter(call)).isBetween(1, 2);
        }
        A.always(ScriptedUpstreamChat.answer("back"));
        eventually(Duration.ofSeconds(5), () -> status("s28/m") == 200);
        eventually(
                Duration.ofSeconds(5),
                () -> status("s28/m") == 200
                        && Stream.of("k1", "k3")
                                .allMatch(k -> A.requests().stream().skip(2).anyMatch(r -> key(r).equals(k))));
        assertThat(A.requests()).noneMatch(r -> key(r).equals("k2"));
    }

    private static ScriptedUpstreamReply byKey(ScriptedUpstreamRequest request) {
        return key(request).startsWith("dead")
                ? ScriptedUpstreamChat.error(
                        401, "Incorrect API key provided", "invalid_request_error", "invalid_api_key")
                : ScriptedUpstreamChat.answer("ok");
    }

    private static String key(ScriptedUpstreamRequest request) {
        return request.header("Authorization").orElse("").replace("Bearer ", "");
    }

    private static ScriptedUpstreamReply tooFast() {
        return ScriptedUpstreamChat.error(429, "slow down", "rate_limit_error", "rate_limit_exceeded");
    }

    private static int retryAfter(Call call) {
        return Integer.parseInt(call.requiredHeader("Retry-After"));
    }

    /** Returns the record of the state file, which is on disk before the answer ends; an empty key hash is that of no key. */
    private static JsonNode health(String name) {
        return Eventually.eventually("a record of " + name, Duration.ofSeconds(2), () -> {
            try {
                byte[] file = Files.readAllBytes(GATEWAY.process().home().resolve("proxy-state.json"));
                return Optional.of(Json.parse(file).path("health").path(name)).filter(JsonNode::isObject);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void eventually(Duration within, BooleanSupplier holds) {
        Eventually.eventually("by itself", within, holds);
    }

    private static int status(String model) {
        try (Call call = ask(model)) {
            return call.status();
        }
    }

    private static Call ask(String model) {
        return send(model).answer();
    }

    private static Call.Sent send(String model) {
        return Call.send(
                GATEWAY.process().port(),
                "/v1/chat/completions",
                Map.of(),
                Act.body(model, false).getBytes(StandardCharsets.UTF_8));
    }
}
