package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC 2: environment and system properties override single scalar keys of what is there. */
class OverridesTest {
    @TempDir
    Path home;

    @Test
    void aVariableOverridesAKeyThatNoFileHas() {
        LoadResult result =
                Load.in(home).variable("TIERGATE_ROUTING_MAX_ATTEMPTS", "3").read();

        assertThat(result.config().orElseThrow().routing().maxAttempts()).isEqualTo(3);
        assertThat(result.overridden()).containsExactly("tiergate.routing.max_attempts");
    }

    @Test
    void aVariableOverridesBothFiles() {
        Load load = Load.in(home)
                .config("routing: {max_attempts: 4}")
                .runtime("{\"settings\": {\"routing\": {\"max_attempts\": 5}}}");

        assertThat(load.bound().routing().maxAttempts()).isEqualTo(5);
        assertThat(load.variable("TIERGATE_ROUTING_MAX_ATTEMPTS", "3")
                        .bound()
                        .routing()
                        .maxAttempts())
                .isEqualTo(3);
    }

    @Test
    void aPropertyOverridesAVariable() {
        Load load = Load.in(home)
                .variable("TIERGATE_ROUTING_MAX_ATTEMPTS", "3")
                .property("tiergate.routing.max_attempts", "2");

        assertThat(load.bound().routing().maxAttempts()).isEqualTo(2);
    }

    @Test
    void namedThingsStandUnderTheirNames() {
        GatewayConfig config = Load.in(home)
                .config("""
                        sources:
                          - {name: openai-a, base_url: "https://a.test", models: [{id: gpt-4.1, max_output: 5}], headers: {X-Org: "1"}}
                        auto: [{model: gpt-4.1, source: openai-a}]
                        chains: {my.chain: {slots: [{model: gpt-4.1, source: openai-a}]}}
                        """)
                .variable("TIERGATE_SOURCES_OPENAI_A_BASE_URL", "https://b.test")
                .variable("TIERGATE_SOURCES_OPENAI_A_API_KEY", "k")
                .variable("TIERGATE_SOURCES_OPENAI_A_TIMEOUTS_IDLE", "7s")
                .variable("TIERGATE_SOURCES_OPENAI_A_MODELS_GPT_4_1_MAX_OUTPUT", "6")
                .variable("TIERGATE_SOURCES_OPENAI_A_HEADERS_X_ORG", "2")
                .variable("TIERGATE_AUTO_SLOTS_0__TIER", "4")
                .variable("TIERGATE_CHAINS_MY_CHAIN_STRATEGY", "listed")
                .bound();

        SourceConfig source = config.sources().getFirst();
        assertThat(source.baseUrl()).hasToString("https://b.test");
        assertThat(source.apiKeys()).containsExactly(ApiKey.of("k"));
        assertThat(source.timeouts().idle()).hasSeconds(7);
        assertThat(source.models().getFirst().maxOutput()).hasValue(6);
        assertThat(source.headers()).containsEntry("X-Org", "2");
        assertThat(config.auto().orElseThrow().slots().getFirst().tier()).isEqualTo(4);
        assertThat(config.chains().get("my.chain").strategy()).isEqualTo(StrategyKind.LISTED);
    }

    @Test
    void anOverrideIsTakenAsItIs() {
        SourceConfig source = Load.in(home)
                .config(Load.SOURCE)
                .variable("TIERGATE_SOURCES_A_API_KEY", "a$$b${HOME}")
                .source();

        assertThat(source.apiKeys().getFirst().secret().reveal()).isEqualTo("a$$b${HOME}");
    }

    @Test
    void anOverrideMakesNothingThatIsNotThere() {
        LoadResult result = Load.in(home)
                .config(Load.SOURCE)
                .variable("TIERGATE_SOURCES_B_BASE_URL", "https://b.test")
                .variable("TIERGATE_SOURCES_A_HEALTH_CHECK_PATH", "/x")
                .read();

        assertThat(result.config().orElseThrow().sources()).hasSize(1);
        assertThat(result.config().orElseThrow().sources().getFirst().healthCheck())
                .isEmpty();
        assertThat(result.problems()).extracting(ConfigProblem::code).containsExactly("GW1057", "GW1057");
    }

    @Test
    void aMisspeltOverrideIsWarnedOf() {
        assertThat(Load.warnings(Load.in(home)
                        .variable("TIERGATE_ROUTING_MAX_ATEMPTS", "3")
                        .property("tiergate.routing.max-attempt", "3")
                        .read()))
                .containsExactly(
                        "GW1057 TIERGATE_ROUTING_MAX_ATEMPTS: overrides no key, in the environment or the system properties."
                                + " Did you mean TIERGATE_ROUTING_MAX_ATTEMPTS?",
                        "GW1057 tiergate.routing.max-attempt: overrides no key, in the environment or the system properties."
                                + " Did you mean tiergate.routing.max_attempts?");
    }

    @Test
    void otherVariablesOfOursAreNoOverrides() {
        assertThat(Load.in(home)
                        .variable("TIERGATE_HOME", "x")
                        .variable("TIERGATE_CONFIG", "y")
                        .variable("TIERGATE_ADMIN_TOKEN", "z")
                        .variable("tiergate_routing_x", "z")
                        .read()
                        .problems())
                .isEmpty();
    }

    @Test
    void anEmptyOverrideIsNone() {
        assertThat(Load.in(home)
                        .variable("TIERGATE_ROUTING_MAX_ATTEMPTS", "")
                        .bound()
                        .routing()
                        .maxAttempts())
                .isEqualTo(8);
    }

    @Test
    void aBadOverrideIsSaidWithItsName() {
        LoadResult result = Load.in(home)
                .config(Load.SOURCE)
                .variable("TIERGATE_SOURCES_A_RETRIES", "-1")
                .property("tiergate.routing.mode", "x")
                .read();

        assertThat(Load.errors(result))
                .containsExactly(
                        "GW1014 sources[0].retries: -1 (expected: >= 0), in the environment variable"
                                + " TIERGATE_SOURCES_A_RETRIES. Write e.g. 3, or drop the key for the default 1.",
                        "GW1013 routing.mode: x (expected: preference, smart, weighted, listed), in the system property"
                                + " tiergate.routing.mode. Write one of these, or drop the key for the default preference.");
    }

    @Test
    void throughMicroProfileConfigOnlyWhatStandsAboveTheFilesOverrides() {
        ScalarOverrides overrides = new MicroProfileOverrides(List.of(
                source("low", 100, Map.of("tiergate.a", "1", "tiergate.b", "1")),
                source("runtime", 250, Map.of("tiergate.a", "2", "tiergate.b", "2")),
                source("environment", 300, Map.of("tiergate.a", "${3}")),
                source("properties", 400, Map.of("tiergate.a", "4", "tiergate.c", ""))));

        assertThat(overrides.find("tiergate.a"))
                .map(ScalarOverrides.Value::text)
                .contains("4");
        assertThat(overrides.find("tiergate.b")).isEmpty();
        assertThat(overrides.find("tiergate.c")).isEmpty();
        assertThat(overrides.find("tiergate.a").orElseThrow().origin())
                .isEqualTo("tiergate.a of the config source properties");
        assertThat(overrides.names()).containsExactlyInAnyOrder("tiergate.a", "tiergate.c");
    }

    private static ConfigSource source(String name, int ordinal, Map<String, String> values) {
        return new ConfigSource() {
            @Override
            public Set<String> getPropertyNames() {
                return values.keySet();
            }

            @Override
            public String getValue(String property) {
                return values.get(property);
            }

            @Override
            public String getName() {
                return name;
            }

            @Override
            public int getOrdinal() {
                return ordinal;
            }
        };
    }
}
