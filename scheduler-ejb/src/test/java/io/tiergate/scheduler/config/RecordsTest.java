package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.exchange.Json;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Records check themselves and copy what they are given, whoever makes them. */
class RecordsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    static Stream<ThrowingCallable> wrong() {
        return Stream.of(
                () -> new Weights(0.4, 0.3, 0.2, 0.2),
                () -> new Weights(1.1, -0.1, 0, 0),
                () -> new Weights(Double.NaN, 0.3, 0.2, 0.1),
                () -> new Timeouts(Duration.ZERO, SECOND, SECOND, SECOND),
                () -> new StreamConfig(0, 1, SECOND, RescueKind.OFF),
                () -> new SlotConfig("m", "s", 0, 0, Optional.empty(), OptionalInt.empty()),
                () -> new SlotConfig("m", "s", 1, -1, Optional.empty(), OptionalInt.empty()),
                () -> new SlotConfig("m", "s", 1, 1, Optional.of(PeriodKind.NHOUR), OptionalInt.empty()),
                () -> new SlotConfig("m", "s", 1, 1, Optional.of(PeriodKind.DAY), OptionalInt.of(1)),
                () -> new StickyConfig(List.of(), SECOND),
                () -> new HealthCheckConfig("models", SECOND, SECOND, 1, true),
                () -> new Routing(0, SECOND, StrategyKind.SMART, Optional.empty(), SmartConfig.defaults()),
                () -> new Routing(1, SECOND, StrategyKind.KEY_FIRST, Optional.empty(), SmartConfig.defaults()),
                () -> new CooldownConfig(SECOND, Duration.ZERO, SECOND, SECOND, SECOND, SECOND, SECOND, SECOND),
                () -> ModelEntry.of(" ", ModelKind.CHAT),
                () -> SourceConfig.of("s", "openai", URI.create("https:x"), List.of(), List.of()));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongValueIsABugOfTheCaller(ThrowingCallable made) {
        assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void collectionsAreCopied() {
        List<ModelEntry> models = new ArrayList<>();
        SourceConfig source = SourceConfig.of("s", "openai", URI.create("https://a.test"), List.of(), models);
        models.add(ModelEntry.of("m", ModelKind.CHAT));
        assertThat(source.models()).isEmpty();

        Map<String, JsonNode> set = new HashMap<>();
        ObjectNode value = Json.mapper().createObjectNode();
        set.put("a", value);
        ParamRules rules = new ParamRules(Set.of(), set, Map.of());
        set.clear();
        value.put("b", 1);
        assertThat(rules.set().get("a")).isEmpty();
    }
}
