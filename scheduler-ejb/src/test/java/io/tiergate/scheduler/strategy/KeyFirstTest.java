package io.tiergate.scheduler.strategy;

import static io.tiergate.scheduler.simulation.ScriptedSource.fails;
import static io.tiergate.scheduler.simulation.ScriptedSource.serves;
import static io.tiergate.scheduler.simulation.ScriptedSource.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.scheduler.Outcome;
import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.simulation.ScriptedGateway;
import io.tiergate.scheduler.simulation.ScriptedSource;
import io.tiergate.scheduler.simulation.ScriptedSource.Step;
import io.tiergate.scheduler.source.SourceKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** SPEC 6 and the brief's state-file text: one key is spent after the other, model by model. */
class KeyFirstTest {
    private static final Step USED_UP = status(
            403,
            "{\"error\":{\"code\":\"AllocationQuota.FreeTierOnly\",\"message\":\"The free tier of the model has been exhausted.\"}}");

    private final Map<String, Step> answers = new HashMap<>();
    private final ScriptedSource pool =
            ScriptedSource.judging((key, model) -> answers.getOrDefault(key + "/" + model, serves()));
    private final ScriptedGateway gateway = new ScriptedGateway()
            .strategy(StrategyKind.KEY_FIRST)
            .pool("dashscope", pool, List.of("k1", "k2"), List.of("a", "b", "c"));

    @Test
    void everyRequestGoesToTheFirstModelOfTheFirstKeyWhileItServes() {
        serve();
        serve();
        assertThat(pool.asked()).containsExactly("k1/a", "k1/a");
    }

    @Test
    void aUsedUpFreeTierCoolsThatKeyAndModelOnlyAndTheNextModelOfTheSameKeyServes() {
        answers.put("k1/a", USED_UP);
        serve();
        serve();
        assertThat(pool.asked()).containsExactly("k1/a", "k1/b", "k1/b");
        assertThat(source().pool().key()).isZero();
        assertThat(source().pool().model(key(0).hash())).isEqualTo(1);
    }

    @Test
    void theNextKeyIsTouchedOnlyWhenNoModelOfThisOneIsUsable() {
        List.of("a", "b", "c").forEach(m -> answers.put("k1/" + m, USED_UP));
        serve();
        serve();
        assertThat(pool.asked()).containsExactly("k1/a", "k1/b", "k1/c", "k2/a", "k2/a");
        assertThat(source().pool().key()).isEqualTo(1);
    }

    @Test
    void nothingLeftIs503AndNothingIsAskedAgainBeforeThirtyDays() {
        List.of("k1", "k2").forEach(k -> List.of("a", "b", "c").forEach(m -> answers.put(k + "/" + m, USED_UP)));
        assertThat(gateway.chat()).isInstanceOfSatisfying(Outcome.Refused.class, r -> {
            assertThat(r.error().status()).isEqualTo(503);
            assertThat(r.error().code()).isEqualTo("quota_used_up");
        });
        assertThat(pool.asked()).hasSize(6);
        gateway.time().advance(Duration.ofDays(30).minusSeconds(1));
        gateway.chat();
        assertThat(pool.asked()).hasSize(6);
        answers.clear();
        gateway.time().advance(Duration.ofSeconds(1));
        serve();
    }

    @Test
    void attemptsThatAUsedUpFreeTierEndedDoNotCountTowardsMaxAttempts() {
        List<String> models = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
        ScriptedGateway ten = new ScriptedGateway()
                .strategy(StrategyKind.KEY_FIRST)
                .pool("p", ScriptedSource.judging((k, m) -> m.equals("j") ? serves() : USED_UP), List.of("k"), models);
        assertThat(ten.chat()).isInstanceOf(Outcome.Answered.class);
        assertThat(ten.lastLog().attempts()).hasSize(10);
    }

    @Test
    void recordsCountFailuresAndASuccessClearsTheErrorButNotTheCount() {
        answers.put("k1/a", USED_UP);
        serve();
        assertThat(key(0).use("a").failureCount()).isEqualTo(1);
        assertThat(key(0).use("a").lastError()).contains("exhausted");
        assertThat(key(0).use("b").lastUsedAt())
                .isEqualTo(gateway.time().instant().toEpochMilli());
        gateway.time().advance(Duration.ofDays(31));
        answers.clear();
        source().pool().spendModel(key(0).hash(), 0);
        serve();
        assertThat(key(0).use("a").failureCount()).isEqualTo(1);
        assertThat(key(0).use("a").lastError()).isNull();
    }

    @Test
    void a429OfOneModelMovesOnForThirtySecondsAndTheCursorStays() {
        answers.put("k1/a", fails(429));
        serve();
        assertThat(pool.asked()).containsExactly("k1/a", "k1/b");
        assertThat(source().pool().model(key(0).hash())).isZero();
        answers.clear();
        gateway.time().advance(Duration.ofSeconds(30));
        serve();
        assertThat(pool.asked()).endsWith("k1/a");
    }

    @Test
    void aRefusedKeyIsPassedOverAndTheNextOneIsSpent() {
        List.of("a", "b", "c").forEach(m -> answers.put("k1/" + m, fails(401)));
        serve();
        assertThat(pool.asked()).containsExactly("k1/a", "k2/a");
        assertThat(source().pool().key()).isEqualTo(1);
    }

    private void serve() {
        assertThat(gateway.chat()).isInstanceOf(Outcome.Answered.class);
    }

    private io.tiergate.scheduler.source.Source source() {
        return gateway.dispatcher().snapshot().sources().get("dashscope");
    }

    private SourceKey key(int index) {
        return source().keys().get(index);
    }
}
