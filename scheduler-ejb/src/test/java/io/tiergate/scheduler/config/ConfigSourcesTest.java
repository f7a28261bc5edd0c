package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ServiceLoader;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC 2: both files as sources of MicroProfile Config. */
class ConfigSourcesTest {
    @TempDir
    Path home;

    @Test
    void bothAreFoundByTheContainer() {
        assertThat(ServiceLoader.load(ConfigSource.class))
                .extracting(ConfigSource::getName, ConfigSource::getOrdinal)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("tiergate config.yaml", 150),
                        org.assertj.core.groups.Tuple.tuple("tiergate runtime file", 250));
    }

    @Test
    void listsOfNamedThingsAreKeyedByName() {
        FlattenedFiles files = files(Load.in(home).config("""
                        routing: {max_attempts: 3}
                        sources:
                          - name: a
                            base_url: "https://${HOST}"
                            api_keys: ["k$$", {key: k2, enabled: false}]
                            models: [m, {id: n, upstream: x, aliases: [o]}]
                        auto: [{model: m, source: a}]
                        chains: {c: {strategy: smart, slots: [{model: n, source: a}]}}
                        rules: [{use: c}]
                        """).variable("HOST", "a.test"));

        assertThat(new YamlConfigSource(files).getProperties())
                .containsOnly(
                        entry("tiergate.routing.max_attempts", "3"),
                        entry("tiergate.sources.a.name", "a"),
                        entry("tiergate.sources.a.base_url", "https://a.test"),
                        entry("tiergate.sources.a.api_keys[0]", "k$"),
                        entry("tiergate.sources.a.api_keys[1].key", "k2"),
                        entry("tiergate.sources.a.api_keys[1].enabled", "false"),
                        entry("tiergate.sources.a.models.m.id", "m"),
                        entry("tiergate.sources.a.models.n.id", "n"),
                        entry("tiergate.sources.a.models.n.upstream", "x"),
                        entry("tiergate.sources.a.models.n.aliases[0]", "o"),
                        entry("tiergate.auto.slots[0].model", "m"),
                        entry("tiergate.auto.slots[0].source", "a"),
                        entry("tiergate.chains.c.strategy", "smart"),
                        entry("tiergate.chains.c.slots[0].model", "n"),
                        entry("tiergate.chains.c.slots[0].source", "a"),
                        entry("tiergate.rules[0].use", "c"));
        assertThat(new RuntimeConfigSource(files).getPropertyNames()).isEmpty();
    }

    @Test
    void whatTheRuntimeFileReplacesOrHidesIsNotInTheOtherSource() {
        FlattenedFiles files = files(Load.in(home).config("""
                        sources:
                          - {name: a, base_url: "https://a.test", weight: 2}
                          - {name: b, base_url: "https://b.test"}
                        """).runtime("""
                        {"tombstones": ["b"], "settings": {"routing": {"max_attempts": 4}},
                         "sources": [{"name": "a", "base_url": "https://new.test"}]}"""));
        ConfigSource yaml = new YamlConfigSource(files);
        ConfigSource runtime = new RuntimeConfigSource(files);

        assertThat(yaml.getPropertyNames()).isEmpty();
        assertThat(runtime.getValue("tiergate.sources.a.base_url")).isEqualTo("https://new.test");
        assertThat(runtime.getValue("tiergate.sources.a.weight")).isNull();
        assertThat(runtime.getValue("tiergate.routing.max_attempts")).isEqualTo("4");
    }

    @Test
    void aChangedFileIsReadAgain() throws Exception {
        Load load = Load.in(home).config("routing: {max_attempts: 3}");
        ConfigSource yaml = new YamlConfigSource(files(load));
        assertThat(yaml.getValue("tiergate.routing.max_attempts")).isEqualTo("3");

        load.config("routing: {max_attempts: 4}");
        Files.setLastModifiedTime(home.resolve("config.yaml"), FileTime.fromMillis(1_000_000));

        assertThat(yaml.getValue("tiergate.routing.max_attempts")).isEqualTo("4");
    }

    @Test
    void aRuntimeFileThatAppearsIsRead() {
        Load load = Load.in(home);
        ConfigSource runtime = new RuntimeConfigSource(files(load));
        assertThat(runtime.getPropertyNames()).isEmpty();

        load.runtime("{\"settings\": {\"default_model\": \"AUTO\"}}");

        assertThat(runtime.getValue("tiergate.default_model")).isEqualTo("AUTO");
    }

    @Test
    void aBrokenFileIsNothingAndKeepsNoServerFromStarting() {
        FlattenedFiles files = files(Load.in(home).config("routing: {").runtime("nonsense"));

        assertThat(new YamlConfigSource(files).getPropertyNames()).isEmpty();
        assertThat(new RuntimeConfigSource(files).getValue("tiergate.default_model"))
                .isNull();
    }

    @Test
    void otherPropertiesAreNotOurs() {
        assertThat(new YamlConfigSource(files(Load.in(home))).getValue("otel.sdk.disabled"))
                .isNull();
    }

    private static FlattenedFiles files(Load load) {
        return new FlattenedFiles(load.locations(), load.overrides(), load.environment());
    }

    private static java.util.Map.Entry<String, String> entry(String property, String value) {
        return java.util.Map.entry(property, value);
    }
}
