package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.process.Eventually;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S12: a request does not come back to a source that it just put into cooldown, and the cooldown's end needs no other event. */
@OnSharedGateway
class CooldownEndsByItselfIT {
    static final Stage STAGE = Stage.tiers("by-itself", "retries: 0", "a", "b").copies(1);

    @ParameterizedTest
    @EnumSource
    void oneAttemptForEachSourceAndTheFirstIsBackAfterItsWindow(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a()
                .inTurn(
                        ScriptedUpstreamChat.error(500, "broken", "server_error", "internal"),
                        ScriptedUpstreamChat.answer("from a"));
        act.b().always(ScriptedUpstreamChat.answer("from b"));

        try (Call call = act.ask()) {
            assertThat(content(call)).isEqualTo("from b");
        }
        assertThat(act.logged().way()).containsExactly(act.failed("a", "transport"), act.served("b"));

        long after = System.nanoTime() + Duration.ofMillis(2500).toNanos();
        Eventually.eventually("the cooldown of 2 s is over", Duration.ofSeconds(3), () -> System.nanoTime() >= after);
        try (Call call = act.ask()) {
            assertThat(content(call)).isEqualTo("from a");
        }
        assertThat(act.logged(2).getLast().way()).containsExactly(act.served("a"));
        assertThat(act.a().requests()).hasSize(2);
        assertThat(act.b().requests()).hasSize(1);
    }

    private static String content(Call call) {
        return call.json().at("/choices/0/message/content").asString();
    }
}
