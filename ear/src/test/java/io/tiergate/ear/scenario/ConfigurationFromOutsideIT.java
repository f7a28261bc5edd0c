package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.ear.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A configuration with mistakes stops the program at once, with all of them in one report that says where and how to mend them. */
class ConfigurationFromOutsideIT {
    private static final Duration AT_ONCE = Duration.ofSeconds(15);

    private static final String GOOD = """
            sources:
              - name: openai-a
                adapter: openai
                base_url: https://api.openai.com/v1
                api_key: sk-secret-0123456789
                models: [gpt-4o-mini]
            auto:
              - {model: gpt-4o-mini, source: openai-a, tier: 1}
            chains:
              writer: {slots: [{model: gpt-4o-mini, source: openai-a, tier: 1}]}
            """;

    /** One mistake a line, in the lines named beside the words that the report must have for them. */
    private static final String BAD = """
            sources:
              - name: openai-a
                adapter: openai
                base_urll: https://api.openai.com/v1
                base_url: https://api.openai.com/v1
                api_key: sk-secret-0123456789
                models: [gpt-4o-mini]
                max_concurrent: many
              - name: openai-a
                adapter: openai
                base_url: https://api.openai.com/v1
                models: [gpt-4o-mini]
                timeouts: {connect: -5s}
            auto:
              - {model: gpt-4o-mini, source: openai-a, tier: 1}
              - {model: gpt-4o-mini, source: nobody, tier: 2}
            routting: {max_attempts: 3}
            """;

    @TempDir
    private Path folder;

    /** The two ways to have a file read. */
    enum Reading {
        RUN,
        CHECK;

        Program.Run of(Path file) {
            return switch (this) {
                case RUN ->
                    Program.underTest()
                            .run(
                                    AT_ONCE,
                                    Map.of(
                                            "TIERGATE_HOME",
                                            file.getParent().toString(),
                                            "TIERGATE_CONFIG",
                                            file.toString()),
                                    "run");
                case CHECK ->
                    Program.underTest()
                            .run(
                                    AT_ONCE,
                                    Map.of("TIERGATE_HOME", file.getParent().toString()),
                                    "check",
                                    file.toString());
            };
        }
    }

    static Stream<Reading> readings() {
        return Stream.of(Reading.values());
    }

    @ParameterizedTest
    @MethodSource("readings")
    void allMistakesAreInOneReportWithTheirLinesAndTheirMending(Reading reading) throws IOException {
        Program.Run run = reading.of(file(BAD));

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.took()).isLessThan(AT_ONCE);
        assertReports(run, 4, "base_urll", "base_url");
        assertReports(run, 8, "max_concurrent", "many");
        assertReports(run, 9, "openai-a", "");
        assertReports(run, 13, "connect", "-5s");
        assertReports(run, 16, "nobody", "Correct the name");
        assertReports(run, 17, "routting", "routing");
        assertNoStackTraceAndNoSecret(run);
    }

    @ParameterizedTest
    @MethodSource("readings")
    void aTabIsNamedWithItsLine(Reading reading) throws IOException {
        Program.Run run = reading.of(file("sources:\n  - name: a\n\tadapter: openai\n"));

        assertThat(run.exit()).isEqualTo(1);
        assertReports(run, 3, "tab", "");
        assertNoStackTraceAndNoSecret(run);
    }

    @ParameterizedTest
    @MethodSource("readings")
    void aKeyThatStandsTwiceIsAMistake(Reading reading) throws IOException {
        Program.Run run = reading.of(file("default_model: AUTO\nsources: []\ndefault_model: AUTO\n"));

        assertThat(run.exit()).isEqualTo(1);
        assertReports(run, 3, "default_model", "");
        assertNoStackTraceAndNoSecret(run);
    }

    @Test
    void aSlotThatNamesAChainIsAMistake() throws IOException {
        Program.Run run =
                Reading.CHECK.of(file(GOOD + "  again: {slots: [{model: writer, source: openai-a, tier: 1}]}\n"));

        assertThat(run.exit()).isEqualTo(1);
        assertReports(run, 11, "writer", "");
    }

    @Test
    void runAndCheckSayTheSame() throws IOException {
        Path file = file(BAD);

        assertThat(problems(Reading.RUN.of(file))).isNotEmpty().isEqualTo(problems(Reading.CHECK.of(file)));
    }

    @ParameterizedTest
    @MethodSource("readings")
    void anAdapterThatNobodyHasIsNamedWithThoseThatAreHere(Reading reading) throws IOException {
        Program.Run run = reading.of(file(GOOD.replace("adapter: openai", "adapter: opnai")));

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output()).contains("GW2006 source openai-a: adapter 'opnai' is not here (expected: one of ");
        assertNoStackTraceAndNoSecret(run);
    }

    /** The check does not see the server's own system properties, so only the start can refuse this. */
    @Test
    void aGatewayThatFailsToStartEndsTheProcessWithTheReport() throws IOException {
        Path file = file(GOOD);
        Program.Run run = Program.underTest()
                .run(
                        Duration.ofSeconds(60),
                        Map.of(
                                "TIERGATE_HOME",
                                folder.toString(),
                                "TIERGATE_CONFIG",
                                file.toString(),
                                "HTTP_PORT",
                                "0",
                                "JVM_ARGS",
                                "-Dtiergate.routing.max_attempts=many"),
                        "run");

        assertThat(run.exit()).as(run.output()).isEqualTo(1);
        assertThat(run.output()).contains("routing.max_attempts").contains("many");
    }

    @Test
    void aGoodFilePassesTheCheck() throws IOException {
        Program.Run run = Reading.CHECK.of(file(GOOD));

        assertThat(run.exit()).as(run.output()).isZero();
        assertNoStackTraceAndNoSecret(run);
    }

    @Test
    void aSourceWhoseNameShadowsAModelOfAnotherIsWarnedOf() throws IOException {
        Program.Run run = Reading.CHECK.of(file("""
                        sources:
                          - {name: openai, adapter: openai, base_url: https://api.openai.com/v1, models: [gpt-4o-mini]}
                          - {name: router, adapter: openai, base_url: https://router.test/v1, models: [openai/gpt-oss-20b]}
                        """));

        assertThat(run.exit()).as(run.output()).isZero();
        assertThat(run.output()).contains("router/openai/gpt-oss-20b");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Program.Run run = Reading.CHECK.of(folder.resolve("absent.yaml"));

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output()).contains("absent.yaml");
        assertNoStackTraceAndNoSecret(run);
    }

    private Path file(String yaml) throws IOException {
        return Files.writeString(folder.resolve("config.yaml"), yaml);
    }

    /** One problem of the report, in one line or in neighbouring ones, has the line's number and both words. */
    private static void assertReports(Program.Run run, int line, String word, String mend) {
        assertThat(problems(run))
                .as("line %d, %s, %s in:%n%s", line, word, mend, run.output())
                .anyMatch(problem -> Pattern.compile("(?i)\\bline " + line + "\\b|:" + line + "\\b")
                                .matcher(problem)
                                .find()
                        && problem.contains(word)
                        && problem.contains(mend));
    }

    /** Returns the report's problems: each begins with its code. */
    private static List<String> problems(Program.Run run) {
        return Pattern.compile("(?m)(?=^\\W*GW1\\d{3}\\b)")
                .splitAsStream(run.output())
                .map(String::strip)
                .filter(text -> text.contains("GW1"))
                .toList();
    }

    private static void assertNoStackTraceAndNoSecret(Program.Run run) {
        assertThat(run.output().lines())
                .as(run.output())
                .noneMatch(line -> line.matches("\\s+at [\\w.$/]+\\(.*\\)|.*Exception\\b.*"));
        assertThat(run.output()).doesNotContain("sk-secret");
    }
}
