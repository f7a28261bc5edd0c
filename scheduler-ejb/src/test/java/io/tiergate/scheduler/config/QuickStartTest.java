package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC 2, environment quick start: four variables alone are a complete configuration. */
class QuickStartTest {
    @TempDir
    Path home;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void twoKeysThreeModels() {
        environment.put("TIERGATE_HOME", home.toString());
        environment.put("DASHSCOPE_API_KEYS", "k1-${HOME}, k2");
        environment.put("MODEL_IDS", "a,b, c");
    }

    @Test
    void keysAndModelsAreASourceAndAKeyFirstChain() {
        GatewayConfig config = read().config().orElseThrow();
        assertThat(config.defaultModel()).contains("AUTO");
        SourceConfig source = config.source("dashscope").orElseThrow();
        assertThat(source.adapter()).isEqualTo("openai");
        assertThat(source.baseUrl()).hasToString("https://dashscope.aliyuncs.com/compatible-mode/v1");
        assertThat(source.apiKeys()).extracting(k -> k.secret().reveal()).containsExactly("k1-${HOME}", "k2");
        ChainConfig auto = config.auto().orElseThrow();
        assertThat(auto.strategy()).isEqualTo(StrategyKind.KEY_FIRST);
        assertThat(auto.slots()).extracting(SlotConfig::model).containsExactly("a", "b", "c");
        assertThat(config.cooldown().freeTier()).isEqualTo(Duration.ofDays(30));
    }

    @Test
    void addressAndCooldownCanBeChanged() {
        environment.put("DASHSCOPE_BASE_URL", "http://127.0.0.1:9/v1");
        environment.put("MODEL_COOLDOWN_SECONDS", "60");
        GatewayConfig config = read().config().orElseThrow();
        assertThat(config.source("dashscope").orElseThrow().baseUrl()).hasToString("http://127.0.0.1:9/v1");
        assertThat(config.cooldown().freeTier()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void aConfigurationFileWinsWithAWarning() throws IOException {
        Files.writeString(home.resolve("config.yaml"), Load.SOURCE);
        LoadResult result = read();
        assertThat(result.config().orElseThrow().source("dashscope")).isEmpty();
        assertThat(result.problems())
                .anySatisfy(p -> assertThat(p.toString()).contains("GW1055", "DASHSCOPE_API_KEYS", "config.yaml"));
    }

    @Test
    void keysWithoutModelsAreAnErrorThatNamesTheVariable() {
        environment.remove("MODEL_IDS");
        assertThat(read().config()).isEmpty();
        assertThat(read().problems()).extracting(ConfigProblem::toString).anyMatch(p -> p.contains("MODEL_IDS"));
    }

    @Test
    void aCooldownThatIsNoNumberIsAnError() {
        for (String wrong : List.of("30d", "0", "-1")) {
            environment.put("MODEL_COOLDOWN_SECONDS", wrong);
            assertThat(read().config()).as(wrong).isEmpty();
        }
    }

    private LoadResult read() {
        return ConfigReader.read(ConfigLocations.of(environment, home), ScalarOverrides.none(), environment);
    }
}
