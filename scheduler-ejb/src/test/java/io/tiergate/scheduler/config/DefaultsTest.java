package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pins every default. The numbers are those of SPEC 2 and stand here once more on purpose. */
class DefaultsTest {
    @TempDir
    Path home;

    private GatewayConfig config;

    @BeforeEach
    void readTheShortestFileThatHasOneOfEach() {
        config = Load.in(home).config("""
                        sources: [{name: a, base_url: "https://a.test/v1", models: [m], health_check: {}}]
                        auto: [{model: m, source: a}]
                        sticky: {by: [user]}
                        """).bound();
    }

    @Test
    void anEmptyConfigurationIsAllDefaults() {
        assertThat(Load.in(home).config("# nothing yet").bound()).isEqualTo(GatewayConfig.empty(home));
    }

    @Test
    void noFileIsAnEmptyConfiguration(@TempDir Path nowhere) {
        assertThat(Load.in(nowhere).bound()).isEqualTo(GatewayConfig.empty(nowhere));
    }

    @Test
    void whatHoldsForAll() {
        assertThat(config.defaultModel()).isEmpty();
        assertThat(config.autoImage()).isEmpty();
        assertThat(config.chains()).isEmpty();
        assertThat(config.rules()).isEmpty();
        assertThat(config.onContentFilter()).isEqualTo(ContentFilterRule.ERROR);
        assertThat(GatewayConfig.empty(home).sticky()).isEmpty();
        assertThat(config.quota().zone()).isEqualTo(ZoneId.systemDefault());
        assertThat(config.home()).isEqualTo(home);
        assertThat(config.adapterDir()).isEqualTo(home.resolve("adapters"));
        assertThat(config.runtimeFile()).isEqualTo(home.resolve("runtime.json"));
        assertThat(config.watch()).isFalse();
        assertThat(config.adapters().uploadJars()).isFalse();
    }

    @Test
    void routing() {
        assertThat(config.routing().maxAttempts()).isEqualTo(8);
        assertThat(config.routing().deadline()).isEqualTo(Duration.ofMinutes(10));
        assertThat(config.routing().mode()).isEqualTo(StrategyKind.PREFERENCE);
        assertThat(config.routing().shadow()).isEmpty();
    }

    @Test
    void smart() {
        SmartConfig smart = config.routing().smart();
        assertThat(smart.weights()).isEqualTo(new Weights(0.4, 0.3, 0.2, 0.1));
        assertThat(smart.window()).isEqualTo(100);
        assertThat(smart.degradeBelow()).isEqualTo(0.8);
        assertThat(smart.breakerBelow()).isEqualTo(0.5);
        assertThat(smart.minCalls()).isEqualTo(10);
        assertThat(smart.recovery()).isEqualTo(Duration.ofSeconds(60));
        assertThat(smart.recoveryMax()).isEqualTo(Duration.ofMinutes(10));
        assertThat(smart.prefilter()).isEqualTo(20);
        assertThat(smart.familyMatch()).isTrue();
    }

    @Test
    void source() {
        SourceConfig source = config.sources().getFirst();
        assertThat(source.adapter()).isEqualTo("openai");
        assertThat(source.apiKeys()).isEmpty();
        assertThat(source.maxConcurrent()).isZero();
        assertThat(source.rpm()).isZero();
        assertThat(source.tpm()).isZero();
        assertThat(source.weight()).isEqualTo(1);
        assertThat(source.retries()).isEqualTo(1);
        assertThat(source.retryAfterWait()).isEqualTo(Duration.ofSeconds(3));
        assertThat(source.timeouts().connect()).isEqualTo(Duration.ofSeconds(5));
        assertThat(source.timeouts().firstToken()).isEqualTo(Duration.ofSeconds(60));
        assertThat(source.timeouts().idle()).isEqualTo(Duration.ofSeconds(30));
        assertThat(source.timeouts().total()).isEqualTo(Duration.ofMinutes(10));
        assertThat(source.headers()).isEmpty();
        assertThat(source.params()).isEqualTo(ParamRules.none());
        assertThat(source.options()).isEmpty();
        assertThat(source.prefill()).isFalse();
        assertThat(source.enabled()).isTrue();
    }

    @Test
    void healthCheckIsOffAndHasDefaultsWhereItIsOn() {
        assertThat(Load.in(home).config(Load.SOURCE).source().healthCheck()).isEmpty();
        HealthCheckConfig check = config.sources().getFirst().healthCheck().orElseThrow();
        assertThat(check.path()).isEqualTo("/models");
        assertThat(check.interval()).isEqualTo(Duration.ofSeconds(30));
        assertThat(check.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(check.unhealthyAfter()).isEqualTo(3);
        assertThat(check.authenticated()).isTrue();
    }

    @Test
    void model() {
        assertThat(config.sources().getFirst().models()).containsExactly(ModelEntry.of("m", ModelKind.CHAT));
    }

    @Test
    void chainAndSlot() {
        assertThat(config.auto())
                .contains(ChainConfig.of("AUTO", StrategyKind.PREFERENCE, List.of(SlotConfig.of("m", "a", 1))));
    }

    @Test
    void sticky() {
        assertThat(config.sticky().orElseThrow().ttl()).isEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void stream() {
        assertThat(config.stream().maxEvent()).isEqualTo(16 * 1024 * 1024);
        assertThat(config.stream().relayBuffer()).isEqualTo(1024 * 1024);
        assertThat(config.stream().clientStall()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.stream().rescue()).isEqualTo(RescueKind.OFF);
    }

    @Test
    void network() {
        assertThat(config.network().privateAddresses()).isEqualTo(PrivateAddresses.ALLOW);
        assertThat(config.network().allowedHosts()).containsExactly("localhost");
        assertThat(config.network().corsOrigins()).isEmpty();
    }

    @Test
    void cooldown() {
        CooldownConfig cooldown = config.cooldown();
        assertThat(cooldown.base()).isEqualTo(Duration.ofSeconds(5));
        assertThat(cooldown.max()).isEqualTo(Duration.ofMinutes(5));
        assertThat(cooldown.retryAfterMax()).isEqualTo(Duration.ofMinutes(5));
        assertThat(cooldown.credentials()).isEqualTo(Duration.ofMinutes(10));
        assertThat(cooldown.rateLimited()).isEqualTo(Duration.ofSeconds(30));
        assertThat(cooldown.quotaMax()).isEqualTo(Duration.ofMinutes(30));
        assertThat(cooldown.freeTier()).isEqualTo(Duration.ofDays(30));
        assertThat(cooldown.modelMissing()).isEqualTo(Duration.ofMinutes(10));
    }
}
