package io.tiergate.scheduler.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.scheduler.config.ModelKind;
import io.tiergate.scheduler.health.SlotHealth;
import io.tiergate.scheduler.simulation.ScriptedGateway;
import io.tiergate.scheduler.simulation.ScriptedSource;
import org.junit.jupiter.api.Test;

/** {@code source/anything}: clients choose such names, so what is kept of them is bounded. */
class UnlistedModelsTest {
    private final Source source = new ScriptedGateway()
            .tier(1, "a", ScriptedSource.that())
            .dispatcher()
            .snapshot()
            .sources()
            .get("a");

    private SlotHealth asked(String model) {
        return source.health(source.unlisted(model, ModelKind.CHAT).id());
    }

    private void askForOthers(int count) {
        for (int i = 0; i < count; i++) {
            asked("other-" + i);
        }
    }

    @Test
    void whatIsLearntOfAnUnlistedModelStaysWhileItIsAmongTheLast256AskedFor() {
        SlotHealth first = asked("unlisted");
        askForOthers(255);
        assertThat(source.health("unlisted")).isSameAs(first);
    }

    @Test
    void itIsForgottenWhen256OthersWereAskedForSince() {
        SlotHealth first = asked("unlisted");
        SlotHealth ofKey = source.keys().getFirst().health("unlisted");
        askForOthers(256);
        assertThat(source.health("unlisted")).isNotSameAs(first);
        assertThat(source.keys().getFirst().health("unlisted")).isNotSameAs(ofKey);
    }

    @Test
    void modelThatTheSourcePublishesIsNeverForgotten() {
        SlotHealth published = asked("m"); // as after a reload that published what was unlisted before
        askForOthers(1_000);
        assertThat(source.health("m")).isSameAs(published);
    }
}
