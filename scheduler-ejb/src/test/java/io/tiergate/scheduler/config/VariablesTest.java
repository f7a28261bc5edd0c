package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC 2 and scenario S51: variables are expanded inside scalars, after parsing, once, and never change the structure. */
class VariablesTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "!abc",
                "a: b #c",
                "\"quoted\"",
                "$K1",
                "${K1}",
                "$$",
                "0123",
                "yes",
                "- item",
                "{a: b}",
                "*x",
                "null",
                "~"
            })
    void aVariableIsOneTextOfExactlyItsCharacters(String value) {
        assertThat(keyOf("${K}", "K", value)).isEqualTo(value);
    }

    @Test
    void aLineBreakInAVariableIsInTheTextAndMakesNoKey() {
        LoadResult result = Load.in(home)
                .config(Load.SOURCE + "    api_key: ${K}\n")
                .variable("K", "line1\nkey: injected")
                .read();

        assertThat(result.config()).isEmpty();
        assertThat(result.problems()).extracting(ConfigProblem::code).containsExactly("GW1020");
    }

    @ParameterizedTest
    @CsvSource({
        "sk-$$5, sk-$5",
        "$$$$, $$",
        "$${K}, ${K}",
        "a$b, a$b",
        "cost $, cost $",
        "${K}${K}, vv",
        "x${K}y, xvy",
        "${GONE:other}, other",
        "${GONE:a:b}, a:b",
        "${K:other}, v",
        "${GONE:$$}, $$"
    })
    void whatIsWrittenComesOutAs(String written, String expected) {
        assertThat(keyOf("'" + written + "'", "K", "v")).isEqualTo(expected);
    }

    @Test
    void aVariableStandsInsideALongerText() {
        SourceConfig source = Load.in(home)
                .config("sources: [{name: a, base_url: 'http://${HOST}:9000/v1'}]")
                .variable("HOST", "models.test")
                .source();

        assertThat(source.baseUrl()).isEqualTo(URI.create("http://models.test:9000/v1"));
    }

    @Test
    void numbersMayStandInVariables() {
        Load load = Load.in(home)
                .config("routing: {max_attempts: '${N}', deadline: '${D:2m}'}")
                .variable("N", "3");

        assertThat(load.bound().routing().maxAttempts()).isEqualTo(3);
        assertThat(load.bound().routing().deadline()).hasMinutes(2);
    }

    @Test
    void insideJsonAVariableIsText() {
        SourceConfig source = Load.in(home)
                .config(Load.SOURCE + "    options: {a: '${V}', b: yes, c: 1}\n")
                .variable("V", "1")
                .source();

        assertThat(source.options()).hasToString("{\"a\":\"1\",\"b\":\"yes\",\"c\":1}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ${GONE}        | the environment variable GONE is not set
            ${GONE         | a ${ without its }
            ${}            | a ${} without the name of a variable
            ${1X}          | a ${} without the name of a variable
            ${GO NE}       | a ${} without the name of a variable
            ${GONE:${K}}   | a ${ inside the default of ${GONE}
            """)
    void whatCannotBeExpandedIsAProblem(String written, String what) {
        LoadResult result = Load.in(home)
                .config(Load.SOURCE + "    api_key: '" + written + "'\n")
                .variable("K", "v")
                .read();

        assertThat(Load.errors(result)).singleElement().asString().startsWith("GW1007 sources[0].api_key: " + what);
        assertThat(result.problems().getFirst().line()).isEqualTo(6);
    }

    @Test
    void keysAreNotExpanded() {
        GatewayConfig config =
                Load.in(home).config("chains: {'${K}': []}").variable("K", "v").bound();

        assertThat(config.chains()).containsOnlyKeys("${K}");
    }

    @Test
    void theRuntimeFileIsTakenLiterally() {
        Load load = Load.in(home).runtime("""
                        {"sources": [{"name": "a", "base_url": "https://a.test", "api_key": "a$$b${K}"}]}""").variable("K", "v");

        assertThat(load.source().apiKeys().getFirst().secret().reveal()).isEqualTo("a$$b${K}");
    }

    @Test
    void whatAVariableHoldsIsInNoMessage() {
        LoadResult result = Load.in(home)
                .config("routing: {max_attempts: '${SECRET}'}")
                .variable("SECRET", "sk-secret")
                .read();

        assertThat(Load.errors(result))
                .singleElement()
                .asString()
                .contains("${SECRET}")
                .doesNotContain("sk-secret");
    }

    private String keyOf(String written, String variable, String value) {
        return Load.in(home)
                .config(Load.SOURCE + "    api_key: " + written + "\n")
                .variable(variable, value)
                .source()
                .apiKeys()
                .getFirst()
                .secret()
                .reveal();
    }
}
