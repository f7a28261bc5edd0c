package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file may be as YAML: scenario S52's last lines, and S48's broken files. */
class YamlReaderTest {
    @TempDir
    Path home;

    @Test
    void aByteOrderMarkAndWindowsLineEndsAreFine() {
        GatewayConfig config = Load.in(home)
                .config("\uFEFFrouting:\r\n  max_attempts: 3\r\nquota:\r\n  zone: UTC\r\n")
                .bound();

        assertThat(config.routing().maxAttempts()).isEqualTo(3);
        assertThat(config.quota().zone()).hasToString("UTC");
    }

    @Test
    void linesAreCountedWithWindowsLineEndsToo() {
        assertThat(Load.yaml(home, "routing:\r\n  max_attempts: x\r\n").problems())
                .extracting(ConfigProblem::line)
                .containsExactly(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "routing:\n\tmax_attempts: 3\n",
                "routing:\n  smart:\n  \twindow: 3\n",
                "routing:\n  mode: smart\n\tmax_attempts: 3\n"
            })
    void aTabInTheIndentationIsSaidWithItsLine(String yaml) {
        LoadResult result = Load.yaml(home, yaml);

        int line = yaml.substring(0, yaml.indexOf('\t')).split("\n", -1).length;
        assertThat(Load.errors(result))
                .containsExactly(
                        "GW1002 a tab in the indentation, at config.yaml line " + line + ". Indent with spaces.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a: b: c                       | GW1002 not YAML (mapping values are not allowed here), at config.yaml line 1.
            routing: {max_attempts: 3     | GW1002 not YAML
            routing: {max_attempts: ${N}} | GW1002 not YAML, at config.yaml line 1. A ${…} inside { } or [ ] needs quotes around it.
            key: "never ends              | GW1002 not YAML (found unexpected end of stream)
            key: @sk-1                    | GW1002 not YAML
            key: !sk-1                    | GW1006 a YAML tag, which is what begins with ! outside quotes, at config.yaml line 1. Put quotes around the text.
            key: !!binary sk-1            | GW1006 a YAML tag
            key: !x!sk-1 y                | GW1002 not YAML
            key: *sk-1                    | GW1004 an alias without an anchor before it, at config.yaml line 1. Quote the text if it only begins with *, or set the anchor with & above.
            a: &sk-1 [*sk-1]              | GW1004 an alias inside what it stands for
            [sk-1]                        | GW1012 a list (expected: keys and values), at config.yaml line 1. Begin with a key, e.g. sources:
            sk-1                          | GW1012 a text (expected: keys and values)
            ? [sk-1] : b                  | GW1006 a key that is no text
            """)
    void thisIsRefusedWithoutShowingTheLine(String yaml, String message) {
        LoadResult result = Load.yaml(home, yaml);

        assertThat(result.config()).isEmpty();
        assertThat(Load.errors(result))
                .singleElement()
                .asString()
                .startsWith(message)
                .doesNotContain("sk-1");
    }

    @Test
    void twoDocumentsAreRefused() {
        assertThat(Load.errors(Load.yaml(home, "routing: {}\n---\nquota: {}\n")))
                .containsExactly("GW1006 a second document, at config.yaml line 2. Put all into one document.");
    }

    @Test
    void aDocumentMayHaveItsMarks() {
        assertThat(Load.in(home)
                        .config("%YAML 1.2\n---\nrouting: {max_attempts: 3}\n...\n")
                        .bound()
                        .routing()
                        .maxAttempts())
                .isEqualTo(3);
    }

    @Test
    void aKeyForTheSecondTimeIsSaidWithBothLines() {
        assertThat(Load.errors(Load.yaml(home, "quota: {}\nrouting: {}\nquota: {}\n")))
                .containsExactly(
                        "GW1003 the key quota for the second time (first: line 1), at config.yaml line 3. Keep one of the two.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\n", "\uFEFF"})
    void anEmptyFileIsNoConfiguration(String nothing) {
        assertThat(Load.errors(Load.yaml(home, nothing)))
                .containsExactly(
                        "GW1005 an empty file (expected: a configuration), in config.yaml. Write it, or remove the"
                                + " file; for an empty configuration a comment is enough.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"# nothing\n", "---\n", "--- {}\n", "# nothing\n---\n# either\n"})
    void commentsAloneAreAnEmptyConfiguration(String yaml) {
        assertThat(Load.in(home).config(yaml).bound()).isEqualTo(GatewayConfig.empty(home));
    }

    @Test
    void aFileThatIsNotUtf8IsRefused() {
        LoadResult result = Load.in(home)
                .config("quota: {zone: caf\u00e9}".getBytes(StandardCharsets.ISO_8859_1))
                .read();

        assertThat(Load.errors(result)).containsExactly("GW1001 not UTF-8, in config.yaml. Save the file as UTF-8.");
    }

    @Test
    void aControlCharacterIsRefusedWithItsLine() {
        assertThat(Load.errors(Load.yaml(home, "quota: {}\nrouting: {mode: \u0007}\n")))
                .containsExactly(
                        "GW1002 a character that YAML does not allow, at config.yaml line 2. Take it out, or write"
                                + " it as an escape inside double quotes.");
    }

    @Test
    void anchorsAndAliasesMayShareWhatIsRepeated() {
        GatewayConfig config = Load.in(home).config("""
                        sources:
                          - {name: a, base_url: "https://a.test", models: &models [m1, m2]}
                          - {name: b, base_url: "https://b.test", models: *models}
                        """).bound();

        assertThat(config.sources().getLast().models()).hasSize(2);
    }

    @Test
    @Timeout(5)
    void aliasesThatGrowAreRefusedAtOnce() {
        StringBuilder laughs = new StringBuilder("l0: &l0 [x, x]\n");
        for (int i = 1; i < 1_000; i++) {
            laughs.append("l%1$d: &l%1$d [*l%2$d, *l%2$d]\n".formatted(i, i - 1));
        }

        assertThat(Load.errors(Load.yaml(home, laughs.toString())))
                .singleElement()
                .asString()
                .startsWith("GW1004 aliases that stand for more than 100000 values in all");
    }

    @Test
    @Timeout(5)
    void deepNestingIsRefused() {
        assertThat(Load.errors(Load.yaml(home, "a: " + "[".repeat(100_000))))
                .singleElement()
                .asString()
                .startsWith("GW1006 nested deeper than 64 levels");
        assertThat(Load.errors(Load.yaml(home, "a: " + "{a: ".repeat(63) + "1" + "}".repeat(63))))
                .singleElement()
                .asString()
                .startsWith("GW1010 a: a key that nobody knows");
    }

    @Test
    void aLargeFileIsRefused() {
        assertThat(Load.errors(Load.yaml(home, "# " + "x".repeat(8 << 20))))
                .containsExactly("GW1001 larger than 8MiB, in config.yaml. Make it smaller; is it the right file?");
    }

    @Property(tries = 500)
    void whateverTheTextNothingIsThrown(@ForAll @StringLength(max = 60) @CharRange(from = ' ', to = '~') String text) {
        assertThatCode(() -> YamlReader.read("config.yaml", "a:\n  - " + text + "\n", new Problems()))
                .doesNotThrowAnyException();
    }

    @Test
    void aThousandSourcesAreRead() {
        StringBuilder yaml = new StringBuilder("sources:\n");
        for (int i = 0; i < 1_000; i++) {
            yaml.append("  - {name: s%1$d, base_url: 'https://s%1$d.test', models: [m1, m2, m3]}\n".formatted(i));
        }
        assertThat(Load.in(home).config(yaml.toString()).bound().sources()).hasSize(1_000);
    }
}
