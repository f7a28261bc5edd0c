package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC 2 and scenario S27: keys are trimmed with a warning, broken ones are refused, and no message shows any. */
class CredentialsTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(strings = {"sk-a\\n", "  sk-a\\t", "\\uFEFFsk-a", "sk-a\\u00a0", "\\r\\nsk-a\\r\\n"})
    void whiteSpaceAroundAKeyIsLeftOutWithAWarning(String written) {
        LoadResult result = withKey("\"" + written + "\"");

        assertThat(result.config().orElseThrow().sources().getFirst().apiKeys()).containsExactly(ApiKey.of("sk-a"));
        assertThat(Load.warnings(result))
                .containsExactly("GW1050 sources[0].api_key: white space around the key of source a; it is left out, at"
                        + " config.yaml line 6. Take it out of the file or the variable.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sk-c\\r\\nX-Injected: 1", "sk-c\\0", "sk-c\\td", "sk-c\\x7fd"})
    void aControlCharacterInsideAKeyIsRefused(String written) {
        LoadResult result = withKey("\"" + written + "\"");

        assertThat(result.config()).isEmpty();
        assertThat(Load.errors(result))
                .containsExactly("GW1020 sources[0].api_key: the key of source a has a line break or another control"
                        + " character inside it (expected: printable ASCII on one line), at config.yaml line 6. Copy the key"
                        + " once more, alone.");
    }

    @Test
    void aKeyThatNoHeaderCanCarryIsRefused() {
        assertThat(Load.errors(withKey("sk-é")))
                .singleElement()
                .asString()
                .startsWith("GW1020 sources[0].api_key: the key of source a has a character outside ASCII")
                .doesNotContain("sk-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\" \\n\"", "", "~", "${EMPTY}"})
    void anEmptyKeyIsRefused(String written) {
        LoadResult result = Load.in(home)
                .config(Load.SOURCE + "    api_key: " + written + "\n")
                .variable("EMPTY", "")
                .read();

        assertThat(result.config()).isEmpty();
        assertThat(Load.errors(result))
                .singleElement()
                .asString()
                .startsWith("GW1020 sources[0].api_key: the key of source a is empty (expected: a key)");
    }

    @Test
    void noKeyMeansThatNoCredentialIsSent() {
        assertThat(Load.in(home).config(Load.SOURCE).source().apiKeys()).isEmpty();
        assertThat(Load.in(home)
                        .config(Load.SOURCE + "    api_keys: []\n")
                        .source()
                        .apiKeys())
                .isEmpty();
    }

    @Test
    void theSameHoldsInAListAndInTheRuntimeFile() {
        LoadResult result = Load.in(home).runtime("""
                        {"sources": [{"name": "a", "base_url": "https://a.test",
                          "api_keys": ["sk-a\\n", {"key": " sk-b"}, "sk-c\\r\\nX: 1", "", {"key": ""}, null]}]}""").read();

        assertThat(result.problems())
                .extracting(ConfigProblem::code)
                .containsExactlyInAnyOrder("GW1050", "GW1050", "GW1020", "GW1020", "GW1011", "GW1012");
        assertThat(result.problems()).noneMatch(problem -> problem.message().contains("sk-"));
    }

    @Test
    void aKeyStandsOnceInAPool() {
        LoadResult result = Load.yaml(home, Load.SOURCE + "    api_keys: [sk-1, sk-2, {key: sk-1, enabled: false}]\n");

        assertThat(Load.errors(result))
                .containsExactly(
                        "GW1016 sources[0].api_keys[2]: the same key of source a for the second time (expected: each"
                                + " key once), at config.yaml line 6. Drop it.");
    }

    @Test
    void oneKeyAndAPoolBesideEachOtherAreRefused() {
        LoadResult result = Load.yaml(home, Load.SOURCE + "    api_key: sk-1\n    api_keys: [sk-2]\n");

        assertThat(Load.errors(result))
                .containsExactly(
                        "GW1025 sources[0].api_keys: api_key and api_keys beside each other for source a (expected:"
                                + " one of them), at config.yaml line 7. Move the single key into the list.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api_key: {secret: sk-1}",
                "api_key: [sk-1]",
                "api_keys: {key: sk-1}",
                "apikey: sk-1",
                "headers: {Authorization: \"sk-1\\n x\"}",
                "headers: {\"X-\\u00e9\": sk-1}",
                "headers: {Host: sk-1}",
                "headers: {X-A: [sk-1]}",
                "headers: {X-A: sk-1, x-a: sk-1}",
                "headers: sk-1",
                "api_keys: [[sk-1]]",
                "api_key: *sk-1",
                "api_key: !sk-1",
                "api_key: sk-1: sk-1",
                "api_key: @sk-1",
                "base_url2: sk-1"
            })
    void noMessageShowsAKey(String line) {
        LoadResult result = Load.yaml(home, Load.SOURCE + "    " + line + "\n");

        assertThat(result.config()).isEmpty();
        assertThat(result.problems())
                .isNotEmpty()
                .noneMatch(problem -> problem.message().contains("sk-1"));
    }

    @Test
    void aBrokenRuntimeFileIsNotQuoted() {
        LoadResult result = Load.in(home).runtime("{\"keys\": [sk-1]}").read();

        assertThat(Load.errors(result))
                .containsExactly(
                        "GW1002 not JSON, at runtime.json line 1. Restore the file from a copy, or move it away to"
                                + " start without it.");
    }

    @Test
    void noToStringShowsAKey() {
        LoadResult result = Load.in(home)
                .config(Load.SOURCE + "    api_key: sk-1\n    headers: {X-Key: sk-1}\n    options: {token: sk-1}\n")
                .read();

        assertThat(result.toString()).doesNotContain("sk-1");
        assertThat(result.config().orElseThrow().toString()).doesNotContain("sk-1");
    }

    @Test
    void aSecretIsNeitherEmptyNorOfSeveralLines() {
        assertThatThrownBy(() -> new Secret("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Secret("sk-1\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("sk-1");
        assertThat(new Secret("sk-1"))
                .hasToString("***")
                .isEqualTo(new Secret("sk-1"))
                .isNotEqualTo(new Secret("sk-2"));
    }

    private LoadResult withKey(String written) {
        return Load.yaml(home, Load.SOURCE + "    api_key: " + written + "\n");
    }
}
