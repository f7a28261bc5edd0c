package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC 2: the runtime file stands over config.yaml by name and by whole objects. */
class MergingTest {
    private static final String TWO_SOURCES = """
            routing: {max_attempts: 3, deadline: 1m}
            sources:
              - {name: a, base_url: "https://a.test", models: [m], weight: 2, retries: 5}
              - {name: b, base_url: "https://b.test", models: [m]}
            auto: {strategy: smart, slots: [{model: m, source: a}, {model: m, source: b}]}
            chains: {x: [{model: m, source: a}], y: [{model: m, source: b}]}
            """;

    @TempDir
    Path home;

    @Test
    void aSourceOfTheRuntimeFileReplacesThatOfTheFileWhole() {
        GatewayConfig config = with("""
                {"sources": [{"name": "a", "base_url": "https://new.test", "models": ["m"]}]}""");

        SourceConfig replaced = config.source("a").orElseThrow();
        assertThat(replaced.baseUrl()).hasToString("https://new.test");
        assertThat(replaced.weight()).isEqualTo(1);
        assertThat(replaced.retries()).isEqualTo(1);
    }

    @Test
    void aReplacedSourceKeepsItsPlaceAndANewOneComesLast() {
        GatewayConfig config = with("""
                {"sources": [{"name": "c", "base_url": "https://c.test"},
                             {"name": "a", "base_url": "https://new.test", "models": ["m"]}]}""");

        assertThat(config.sources()).extracting(SourceConfig::name).containsExactly("a", "b", "c");
    }

    @Test
    void chainsAreReplacedWholeToo() {
        GatewayConfig config = with("""
                {"auto": [{"model": "m", "source": "b"}], "chains": {"x": {"slots": []}, "z": []}}""");

        assertThat(config.auto().orElseThrow().strategy()).isEqualTo(StrategyKind.PREFERENCE);
        assertThat(config.auto().orElseThrow().slots()).containsExactly(SlotConfig.of("m", "b", 1));
        assertThat(config.chains()).containsOnlyKeys("x", "y", "z");
        assertThat(config.chains().get("x").slots()).isEmpty();
        assertThat(config.chains().get("y").slots()).hasSize(1);
    }

    @Test
    void aTombstoneHidesASourceAndItsSlotsArePassedOver() {
        LoadResult result = Load.in(home)
                .config(TWO_SOURCES)
                .runtime("{\"tombstones\": [\"a\"]}")
                .read();

        GatewayConfig config = result.config().orElseThrow();
        assertThat(config.sources()).extracting(SourceConfig::name).containsExactly("b");
        assertThat(config.auto().orElseThrow().slots()).containsExactly(SlotConfig.of("m", "b", 1));
        assertThat(Load.warnings(result))
                .containsExactly(
                        "GW1056 auto.slots[0].source: the slot is passed over: the source a was deleted in the pages, at"
                                + " config.yaml line 5. Drop or change the slot.",
                        "GW1056 chains.x[0].source: the slot is passed over: the source a was deleted in the pages, at"
                                + " config.yaml line 6. Drop or change the slot.");
    }

    @Test
    void theSameNameInTheRuntimeFileLiftsTheTombstone() {
        GatewayConfig config = with("""
                {"tombstones": ["a"], "sources": [{"name": "a", "base_url": "https://new.test", "models": ["m"]}]}""");

        assertThat(config.source("a").orElseThrow().baseUrl()).hasToString("https://new.test");
    }

    @Test
    void aTombstoneForNothingIsFine() {
        assertThat(with("{\"tombstones\": [\"gone\"]}").sources()).hasSize(2);
    }

    @Test
    void settingsAreLaidOverTheFileKeyByKey() {
        GatewayConfig config = with("""
                {"settings": {"routing": {"max_attempts": 4}, "default_model": "auto", "rules": [{"use": "x"}]}}""");

        assertThat(config.routing().maxAttempts()).isEqualTo(4);
        assertThat(config.routing().deadline()).hasMinutes(1);
        assertThat(config.defaultModel()).contains("AUTO");
        assertThat(config.rules()).hasSize(1);
    }

    @Test
    void aSettingOfNullBringsTheDefaultBack() {
        assertThat(with("{\"settings\": {\"routing\": {\"max_attempts\": null}}}")
                        .routing()
                        .maxAttempts())
                .isEqualTo(8);
    }

    @Test
    void whatAnOperatorDecidesIsNoSetting() {
        LoadResult result = Load.in(home)
                .config(TWO_SOURCES)
                .runtime("{\"settings\": {\n\"adapters\": {\"upload_jars\": true},\n\"sources\": []}}")
                .read();

        assertThat(result.config().orElseThrow().adapters().uploadJars()).isFalse();
        assertThat(result.config().orElseThrow().sources()).hasSize(2);
        assertThat(Load.warnings(result))
                .containsExactlyInAnyOrder(
                        "GW1055 settings.adapters: no setting of the pages; it is kept and has no effect, at runtime.json line"
                                + " 2. Set it in config.yaml.",
                        "GW1055 settings.sources: no setting of the pages; it is kept and has no effect, at runtime.json line"
                                + " 3. Set it in config.yaml.");
    }

    @Test
    void keysThatTheRuntimeFileShouldNotHaveAreWarnedOf() {
        LoadResult result = Load.in(home).config(TWO_SOURCES).runtime("""
                        {"version": 7, "keys": [{"name": "k", "hash": "x"}], "futures": 1, "source_templates": {},
                         "settings": {"theme": "dark"},
                         "sources": [{"name": "c", "base_url": "https://c.test", "note": "mine"}]}""").read();

        assertThat(result.config()).isPresent();
        assertThat(Load.warnings(result))
                .containsExactlyInAnyOrder(
                        "GW1054 futures: a key that nobody knows; it is kept as it is, at runtime.json line 1. Known here:"
                                + " sources, tombstones, chains, source_templates, settings, auto, auto_image, version, keys.",
                        "GW1054 theme: a key that nobody knows; it is kept as it is, at runtime.json line 2. Known here:"
                                + " sources, auto, auto_image, chains, source_templates, default_model, routing, network,"
                                + " stream, on_content_filter, sticky, rules, cooldown, quota, adapter_dir, runtime_file,"
                                + " config, adapters.",
                        "GW1054 sources[0].note: a key that nobody knows; it is kept as it is, at runtime.json line 3. Known"
                                + " here: name, api_key, api_keys, base_url, adapter, models, max_concurrent, rpm, tpm, weight,"
                                + " retries, retry_after_wait, timeouts, health_check, headers, params, options, prefill,"
                                + " enabled.");
    }

    @Test
    void anErrorInTheRuntimeFileIsSaidWithItsPlaceThere() {
        LoadResult result = Load.in(home)
                .config(TWO_SOURCES)
                .runtime(
                        "{\"sources\": [\n {\"name\": \"c\",\n  \"base_url\": \"https://c.test\",\n  \"retries\": -1}]}")
                .read();

        assertThat(Load.errors(result))
                .containsExactly(
                        "GW1014 sources[0].retries: -1 (expected: >= 0), at runtime.json line 4. Write e.g. 3, or drop"
                                + " the key for the default 1.");
    }

    @Test
    void aBrokenSourceThatIsReplacedOrHiddenIsNotLookedAt() {
        GatewayConfig config = Load.in(home).config("""
                        sources:
                          - {name: a, base_url: "https://a.test", api_key: "${GONE}"}
                          - {name: b, base_url: nonsense}
                        """).runtime("""
                        {"tombstones": ["b"], "sources": [{"name": "a", "base_url": "https://new.test"}]}""").bound();

        assertThat(config.sources()).hasSize(1);
    }

    @Test
    void theRuntimeFileLiesWhereTheFileSays() throws Exception {
        Files.createDirectory(home.resolve("sub"));
        Load load = Load.in(home)
                .config("runtime_file: sub/r.json")
                .runtime("{\"settings\": {\"default_model\": \"AUTO\"}}");
        Files.move(home.resolve("runtime.json"), home.resolve("sub/r.json"));

        assertThat(load.bound().defaultModel()).contains("AUTO");
        assertThat(load.bound().runtimeFile()).isEqualTo(home.resolve("sub/r.json"));
    }

    @Test
    void aChangeCanBeCheckedBeforeItIsWritten() {
        Load load = Load.in(home).config(TWO_SOURCES).runtime("{}");

        assertThat(load.readWith("{\"tombstones\": [\"b\"]}")
                        .config()
                        .orElseThrow()
                        .sources())
                .hasSize(1);
        assertThat(load.readWith("{\"sources\": [{\"name\": \"c\"}]}").config()).isEmpty();
        assertThat(load.bound().sources()).hasSize(2);
    }

    @Test
    void theMergedDocumentHasTheFormOfTheFilesWithoutDefaults() {
        LoadResult result = Load.in(home)
                .config("""
                        routing: {max_attempts: 3}
                        sources: [{name: a, base_url: "https://${HOST}", models: [m], weight: 2}]
                        source_templates: {t: {weight: 3}}
                        """)
                .runtime("""
                        {"version": 3, "settings": {"routing": {"mode": "smart"}}, "chains": {"x": []},
                         "auto": [{"model": "m", "source": "a"}]}""")
                .variable("HOST", "a.test")
                .read();

        assertThat(result.document())
                .hasToString("{\"routing\":{\"max_attempts\":3,\"mode\":\"smart\"},"
                        + "\"sources\":[{\"name\":\"a\",\"base_url\":\"https://a.test\",\"models\":[\"m\"],\"weight\":2}],"
                        + "\"auto\":[{\"model\":\"m\",\"source\":\"a\"}],\"chains\":{\"x\":[]},"
                        + "\"source_templates\":{\"t\":{\"weight\":3}}}");
    }

    @Test
    void allProblemsOfBothFilesComeTogether() {
        LoadResult result = Load.in(home)
                .config("routing: {max_attempts: 0}\nquota: {zone: Mars}\n")
                .runtime("{\"chains\": {\"x\": [{}]}}")
                .read();

        assertThat(result.config()).isEmpty();
        assertThat(result.problems())
                .extracting(problem -> problem.file() + " " + problem.line() + " " + problem.key())
                .containsExactly(
                        "config.yaml 1 routing.max_attempts",
                        "config.yaml 2 quota.zone",
                        "runtime.json 1 chains.x[0].model",
                        "runtime.json 1 chains.x[0].source");
    }

    private GatewayConfig with(String runtime) {
        return Load.in(home).config(TWO_SOURCES).runtime(runtime).bound();
    }
}
