package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.adapter.contract.ScriptedUpstreamRequest;
import io.tiergate.ear.client.Call;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** S30 on the chat route: what a client identifies itself with never reaches an upstream. */
@OnSharedGateway
class ClientCredentialsIT {
    static final Stage STAGE =
            Stage.tiers("credentials", "api_key: sk-test-A", "a").copies(5);
    static final Stage WITHOUT_KEY =
            Stage.tiers("no-credentials", "retries: 0", "a").copies(AdapterPath.PASS_THROUGH, 1);

    static Stream<Arguments> waysToIdentifyOnBothPaths() {
        Map<String, String> ways = new TreeMap<>(Map.of(
                "Authorization", "Bearer client-secret-1",
                "x-api-key", "client-secret-1",
                "api-key", "client-secret-1",
                "x-goog-api-key", "client-secret-1"));
        return Stream.of(AdapterPath.values())
                .flatMap(path -> ways.entrySet().stream().map(way -> Arguments.of(path, way.getKey(), way.getValue())));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("waysToIdentifyOnBothPaths")
    void noHeaderOfTheClientThatIdentifiesItIsForwarded(AdapterPath path, String header, String value) {
        assertKeptFrom(
                STAGE.act(path),
                "/v1/chat/completions",
                Map.of(header, value, "Cookie", "session=1", "Proxy-Authorization", "Basic eDp5"));
    }

    @ParameterizedTest
    @EnumSource
    void norAKeyInTheQuery(AdapterPath path) {
        assertKeptFrom(STAGE.act(path), "/v1/chat/completions?key=client-secret-1", Map.of());
    }

    @Test
    void aSourceWithoutAKeySendsNoCredential() {
        Act act = WITHOUT_KEY.act();
        act.a().always(ScriptedUpstreamChat.answer("ok"));
        try (Call call = Call.post(
                SharedGateway.get().port(),
                "/v1/chat/completions",
                Map.of("Authorization", "Bearer client-secret-1"),
                Act.body(act.name(), false))) {
            assertThat(call.status()).isEqualTo(200);
        }
        assertThat(act.a().request(1).header("Authorization")).isEmpty();
    }

    private static void assertKeptFrom(Act act, String target, Map<String, String> headers) {
        act.a().always(ScriptedUpstreamChat.answer("ok"));
        try (Call call = Call.post(SharedGateway.get().port(), target, headers, Act.body(act.name(), false))) {
            assertThat(call.status()).isEqualTo(200);
        }
        ScriptedUpstreamRequest recorded = act.a().request(1);
        assertThat(recorded.header("Authorization")).contains("Bearer sk-test-A");
        assertThat(recorded.everything()).containsOnlyOnce("sk-test-A");
        assertThat(recorded.everything()).doesNotContain("client-secret-1", "session=1", "eDp5");
    }
}
