package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC 2 and scenario S54: names of any script, compared in NFC; what would break paths, headers or the eye is refused. */
class NamesTest {
    private static final String COMPOSED = "caf\u00e9";
    private static final String DECOMPOSED = "cafe\u0301";

    @TempDir
    Path home;

    @Test
    void namesOutsideAsciiWork() {
        GatewayConfig config =
                Load.in(home).config("""
                        sources:
                          - name: 深度-源
                            base_url: https://a.test
                            models: [深度/chat, {id: m, aliases: ["%s"]}]
                        auto: [{model: 深度/chat, source: 深度-源}]
                        chains: {写作: [{model: "%s", source: 深度-源}]}
                        """.formatted(DECOMPOSED, COMPOSED)).bound();

        assertThat(config.source("深度-源")).isPresent();
        assertThat(config.chains().get("写作").slots()).containsExactly(SlotConfig.of("m", "深度-源", 1));
        assertThat(config.sources().getFirst().model(COMPOSED)).isPresent();
    }

    @Test
    void namesAreComparedInNfcAndSentUpstreamAsWritten() {
        GatewayConfig config =
                Load.in(home).config("""
                        sources: [{name: "%1$s", base_url: "https://a.test", models: ["%1$s"]}]
                        auto: [{model: "%2$s", source: "%2$s"}]
                        """.formatted(DECOMPOSED, COMPOSED)).bound();

        assertThat(config.sources().getFirst().name()).isEqualTo(COMPOSED);
        assertThat(config.sources().getFirst().models().getFirst().id()).isEqualTo(COMPOSED);
        assertThat(config.sources().getFirst().models().getFirst().upstream()).isEqualTo(DECOMPOSED);
    }

    @Test
    void twoSpellingsOfOneNameAreOneName() {
        assertThat(Load.errors(Load.yaml(home, """
                sources:
                  - {name: "%s", base_url: "https://a.test"}
                  - {name: "%s", base_url: "https://b.test"}
                """.formatted(DECOMPOSED, COMPOSED))))
                .containsExactly(
                        "GW1016 sources[1]: café for the second time (first: line 2), at config.yaml line 3. Give"
                                + " each a name of its own.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            a/b       ; a/b (expected: a name without / : |)
            a:b       ; a:b (expected: a name without / : |)
            a b       ; a b (expected: a name without white space)
            a\\u00a0b ; a\u00a0b (expected: a name without white space)
            a\\tb     ; a\\u0009b (expected: a name without control and direction characters)
            a\\nb     ; a\\u000Ab (expected: a name without control and direction characters)
            a\\u202eb ; a\\u202Eb (expected: a name without control and direction characters)
            a\\u2067b ; a\\u2067b (expected: a name without control and direction characters)
            a\\u200bb ; a\\u200Bb (expected: a name without control and direction characters)
            """)
    void aSourceMayNotBeCalled(String name, String what) {
        LoadResult result = Load.yaml(home, "sources: [{name: \"" + name + "\", base_url: 'https://a.test'}]");

        assertThat(Load.errors(result))
                .containsExactly("GW1015 sources[0].name: " + what + ", at config.yaml line 1. Choose another name.");
    }

    @Test
    void aSourceMayNotHaveAStrokeWhichPartsTheKeysOfTheStateFile() {
        assertThat(Load.errors(Load.yaml(home, "sources: [{name: 'a|b', base_url: 'https://a.test'}]")))
                .singleElement()
                .asString()
                .startsWith("GW1015");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openai/gpt-oss-20b",
                "anthropic/claude-3.5-sonnet:beta",
                "llama3:8b",
                "Llama 3 8B",
                "a|b",
                "@cf/x"
            })
    void aModelMayBeCalled(String id) {
        SourceConfig source = Load.in(home)
                .config("sources: [{name: a, base_url: 'https://a.test', models: ['" + id + "']}]")
                .source();

        assertThat(source.models()).containsExactly(ModelEntry.of(id, ModelKind.CHAT));
    }

    @ParameterizedTest
    @ValueSource(strings = {" m", "m ", "m\\tn", "m\\u202en", "m\\u00a0n", " "})
    void aModelMayNotBeCalled(String id) {
        assertThat(Load.errors(
                        Load.yaml(home, "sources: [{name: a, base_url: 'https://a.test', models: [\"" + id + "\"]}]")))
                .singleElement()
                .asString()
                .startsWith("GW1015 sources[0].models[0]: ");
    }

    @Test
    void aNameEndsAt256Characters() {
        assertThat(Load.yaml(home, "chains: {" + "x".repeat(256) + ": []}").problems())
                .isEmpty();
        assertThat(Load.errors(Load.yaml(home, "chains: {" + "x".repeat(257) + ": []}")))
                .singleElement()
                .asString()
                .contains("(expected: at most 256 characters)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AUTO", "auto", "Auto", "auto_image", "AUTO_IMAGE"})
    void aChainMayNotHaveTheNameOfABuiltInOne(String name) {
        assertThat(Load.errors(Load.yaml(home, "chains: {" + name + ": []}")))
                .containsExactly("GW1015 chains." + name + ": " + name
                        + " (expected: another name than auto and auto_image), at config.yaml line 1. Put this chain under"
                        + " auto or auto_image itself.");
    }

    @Test
    void namesThatOneVariableWouldMeanAreRefused() {
        assertThat(Load.errors(Load.yaml(home, """
                sources:
                  - {name: a-b, base_url: "https://a.test"}
                  - {name: A.B, base_url: "https://b.test"}
                """)))
                .containsExactly(
                        "GW1017 sources[1]: A.B and a-b are both A_B in an environment variable (expected: names"
                                + " that differ there), at config.yaml line 3. Change one of the two names by a letter or digit.");
    }

    @Test
    void namesOfOtherScriptsDifferInVariablesToo() {
        assertThat(Load.yaml(home, """
                sources:
                  - {name: 深度, base_url: "https://a.test"}
                  - {name: 广度, base_url: "https://b.test"}
                """).problems()).isEmpty();
    }

    @Test
    void anIdOrAliasStandsOnceInASource() {
        assertThat(Load.errors(Load.yaml(
                        home,
                        "sources: [{name: a, base_url: 'https://a.test', models: [m, {id: n, aliases: [m]}, n]}]")))
                .containsExactly(
                        "GW1016 sources[0].models[1]: m for the second time in this source (expected: each id and alias"
                                + " once), at config.yaml line 1. Keep one of the two.",
                        "GW1016 sources[0].models[2]: n for the second time in this source (expected: each id and alias"
                                + " once), at config.yaml line 1. Keep one of the two.");
    }

    // S31

    @Test
    void aPrefixThatShadowsAnotherSourcesModelIsWarnedOf() {
        LoadResult result = Load.yaml(home, """
                sources:
                  - {name: openai, base_url: "https://a.test", models: [gpt-4o]}
                  - {name: router, base_url: "https://b.test", models: [openai/gpt-oss-20b, {id: m, aliases: ["openai:x"]}]}
                """);

        assertThat(result.config()).isPresent();
        assertThat(Load.warnings(result))
                .containsExactly(
                        "GW1053 sources[1].models: openai/gpt-oss-20b of source router is taken for a model of source"
                                + " openai, at config.yaml line 3. Ask for it as router/openai/gpt-oss-20b, which always"
                                + " works, or rename source openai.",
                        "GW1053 sources[1].models: openai:x of source router is taken for a model of source openai, at"
                                + " config.yaml line 3. Ask for it as router/openai:x, which always works, or rename source"
                                + " openai.");
    }

    @Test
    void aPrefixThatNoEnabledSourceHasIsFine() {
        assertThat(Load.yaml(home, """
                sources:
                  - {name: openai, base_url: "https://a.test", enabled: false}
                  - {name: router, base_url: "https://b.test", models: [openai/gpt-oss-20b, anthropic/x, llama3:8b]}
                """).problems()).isEmpty();
    }
}
