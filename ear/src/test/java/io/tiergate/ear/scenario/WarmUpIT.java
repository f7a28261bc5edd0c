package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.process.GatewayProcess;
import io.tiergate.ear.process.Program;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** SPEC 15: warmed up by the real path before ready; nothing of it is seen afterwards, and no request is slow. */
class WarmUpIT {
    @Test
    void serverThatIsReadyIsWarmAndNothingOfTheWarmUpIsLeft() {
        try (ScriptedUpstream upstream = ScriptedUpstream.start().always(ScriptedUpstreamChat.answer("ok"));
                GatewayProcess gateway = GatewayProcess.start(
                        Program.underTest(),
                        "warm-up",
                        """
                        default_model: AUTO
                        sources: [{name: a, adapter: openai, base_url: "%s/v1", models: [m]}]
                        auto: [{model: m, source: a, tier: 1}]
                        """.formatted(upstream.url()),
                        Map.of("JVM_ARGS", "-Dtiergate.warm_up_ms=1000"))) {
            assertThat(gateway.outputFrom(0)).doesNotContain("GW4010").doesNotContain("warm-up-1");
            assertThat(upstream.requests()).isEmpty();

            try (Call call = Call.post(gateway.port(), "/v1/chat/completions", Map.of(), Act.body("AUTO", false))) {
                assertThat(call.status()).isEqualTo(200);
                assertThat(call.sinceSent()).isLessThan(Duration.ofMillis(250));
            }
            gateway.requestLog().asked("AUTO", 1);
            try (Call call = Call.post(gateway.port(), "/warm-up/guess", Map.of(), Act.body("AUTO", false))) {
                assertThat(call.status()).isEqualTo(404);
            }
            try (Call metrics = Call.get(gateway.port(), "/metrics")) {
                assertThat(metrics.text()).doesNotContain("warm-up");
            }
        }
    }
}
