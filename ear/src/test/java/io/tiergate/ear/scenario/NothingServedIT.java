package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.json;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.silence;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.Call;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** When nothing served, the client learns what was tried, why it failed, and when to come back; S15 among it. */
@OnSharedGateway
class NothingServedIT {
    static final Stage STAGE = Stage.tiers(
                    "nothing-served",
                    "retries: 0, api_key: sk-@act@-@name@, timeouts: {first_token: 1s, total: 1s}",
                    "a",
                    "b")
            .copies(AdapterPath.PASS_THROUGH, 16);

    private static final ScriptedUpstreamReply BROKEN =
            ScriptedUpstreamChat.error(500, "broken", "server_error", "internal");
    private static final ScriptedUpstreamReply REFUSED_KEY =
            ScriptedUpstreamChat.error(401, "Incorrect API key provided", "invalid_request_error", "invalid_api_key");
    private static final ScriptedUpstreamReply NO_MONEY = ScriptedUpstreamChat.error(
            429,
            "You exceeded your current quota, please check your plan and billing details.",
            "insufficient_quota",
            "insufficient_quota");

    @Test
    void everyTierIsSummedUpWithReasonAndTime() {
        Act act = STAGE.act();
        act.a().always(tooFast().header("Retry-After", "60"));
        act.b().always(tooFast().header("Retry-After", "40"));

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(503);
            assertThat(Integer.parseInt(call.requiredHeader("Retry-After"))).isBetween(38, 40);
            JsonNode error = call.json().path("error");
            assertThat(error.path("message").asString()).isNotEmpty();
            assertThat(error.path("type").asString()).isEqualTo("upstream_error");
            assertThat(error.path("code").asString()).isEqualTo("all_rate_limited");
            assertThat(error.path("tiers").size()).isEqualTo(2);
            assertSlot(error.path("tiers").path(0), 1, act.source("a"));
            assertSlot(error.path("tiers").path(1), 2, act.source("b"));
        }
        assertThat(act.logged().outcome()).isEqualTo("failed");
        assertThat(act.logged().status()).isEqualTo(503);
    }

    private static void assertSlot(JsonNode tier, int number, String source) {
        assertThat(tier.path("tier").asInt()).isEqualTo(number);
        JsonNode slot = tier.path("slots").path(0);
        assertThat(slot.path("source").asString()).isEqualTo(source);
        assertThat(slot.path("model").asString()).isEqualTo("m");
        assertThat(slot.path("status").asInt()).isEqualTo(429);
        assertThat(slot.path("reason").asString()).isEqualTo("rate_limited");
        assertThat(slot.path("message").asString()).contains("slow down");
        assertThat(slot.path("free_at").asString()).isNotEmpty();
    }

    static Stream<Arguments> repliesAndCodes() {
        return Stream.of(
                Arguments.of("all_timed_out", silence(), silence()),
                Arguments.of("upstream_auth_failed", REFUSED_KEY, REFUSED_KEY),
                Arguments.of("quota_used_up", NO_MONEY, NO_MONEY),
                Arguments.of("all_failed", BROKEN, REFUSED_KEY),
                Arguments.of("all_failed", BROKEN, BROKEN));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("repliesAndCodes")
    void theCodeSaysTheReasonThatAllHaveInCommon(String code, ScriptedUpstreamReply a, ScriptedUpstreamReply b) {
        Act act = STAGE.act();
        act.a().always(a);
        act.b().always(b);

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(503);
            assertThat(call.json().at("/error/code").asString()).isEqualTo(code);
        }
        assertThat(act.a().requests()).hasSize(1);
        assertThat(act.b().requests()).hasSize(1);
    }

    @Test
    void whileAllCoolNobodyIsCalledAndTheFirstProbeIsTheTimeToComeBack() {
        Act act = STAGE.act();
        act.a().always(BROKEN);
        act.b().always(BROKEN);
        act.ask().close();

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(503);
            assertThat(call.json().at("/error/code").asString()).isEqualTo("no_candidate");
            assertThat(call.requiredHeader("Retry-After")).as("half of 2 s").isEqualTo("1");
        }
        assertThat(act.a().requests()).hasSize(1);
        assertThat(act.b().requests()).hasSize(1);
        assertThat(act.logged(2).getLast().outcome()).isEqualTo("refused");
    }

    @Test
    void allReasonsAreGivenInOrderAndNothingSecret() {
        Act act = STAGE.act();
        act.a().always(json(403, "{\"detail\":\"account locked: top up\"}"));
        act.b().always(json(404, "{\"error\":{\"message\":\"No model found\",\"code\":404}}"));

        try (Call call = act.ask()) {
            assertThat(call.status()).isEqualTo(503);
            JsonNode body = call.json();
            assertThat(body.at("/error/message").asString()).contains("account locked: top up");
            assertThat(body.at("/error/tiers/0/slots/0/source").asString()).isEqualTo(act.source("a"));
            assertThat(body.at("/error/tiers/0/slots/0/status").asInt()).isEqualTo(403);
            assertThat(body.at("/error/tiers/1/slots/0/source").asString()).isEqualTo(act.source("b"));
            assertThat(body.at("/error/tiers/1/slots/0/status").asInt()).isEqualTo(404);
            assertThat(body.toString()).doesNotContain("127.0.0.1", "sk-");
        }
    }

    static Stream<Arguments> repliesAndStatuses() {
        return Stream.of(
                Arguments.of(429, "all_rate_limited", tooFast()),
                Arguments.of(504, "all_timed_out", silence()),
                Arguments.of(502, "all_failed", BROKEN),
                Arguments.of(502, "upstream_auth_failed", REFUSED_KEY));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("repliesAndStatuses")
    void aNameLockedToASourceAsksNobodyElseAndHasAStatusOfItsOwn(int status, String code, ScriptedUpstreamReply reply) {
        Act act = STAGE.act();
        act.a().always(reply);
        act.b().always(ScriptedUpstreamChat.answer("from b"));

        try (Call call = Act.ask(act.source("a") + "/m")) {
            assertThat(call.status()).isEqualTo(status);
            JsonNode error = call.json().path("error");
            assertThat(error.path("code").asString()).isEqualTo(code);
            assertThat(error.at("/tiers/0/slots/0/source").asString()).isEqualTo(act.source("a"));
        }
        assertThat(act.b().requests()).isEmpty();
    }

    @Test
    void lockedToASourceThatCoolsAfterTooManyRequestsIs429WithoutACall() {
        Act act = STAGE.act();
        act.a().always(tooFast());
        Act.ask(act.source("a") + "/m").close();

        try (Call call = Act.ask(act.source("a") + "/m")) {
            assertThat(call.status()).isEqualTo(429);
            assertThat(Integer.parseInt(call.requiredHeader("Retry-After"))).isBetween(1, 30);
        }
        assertThat(act.a().requests()).hasSize(1);
    }

    private static ScriptedUpstreamReply tooFast() {
        return ScriptedUpstreamChat.error(429, "slow down", "rate_limit_error", "rate_limit_exceeded");
    }
}
