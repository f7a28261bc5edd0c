package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    @TempDir
    Path home;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void aGoodFileGivesASummaryAndZero() {
        Load.in(home).config(Load.SOURCE + "auto: [{model: m1, source: a}]\nchains: {x: []}\n");

        assertThat(check()).isZero();
        assertThat(output()).isEqualTo(home.resolve("config.yaml") + ": 1 source, 2 models, 2 chains; 0 problems\n");
    }

    @Test
    void aBadFileGivesEveryProblemAndOne() {
        Load.in(home).config("routing: {max_attempts: 0}\nquota: {zone: Mars}\n");

        assertThat(check()).isEqualTo(1);
        assertThat(output().lines())
                .hasSize(3)
                .anyMatch(line -> line.startsWith("GW1014 routing.max_attempts"))
                .anyMatch(line -> line.startsWith("GW1013 quota.zone"))
                .endsWith(home.resolve("config.yaml") + ": refused; 2 problems");
    }

    @Test
    void aWarningIsPrintedAndStillZero() {
        Load.in(home).config(Load.SOURCE + "auto: [{model: m1, source: a, token_quota: 1}]\n");

        assertThat(check()).isZero();
        assertThat(output()).startsWith("GW1052 auto[0].token_quota: ").endsWith("; 1 problem\n");
    }

    @Test
    void noFileIsAnEmptyConfigurationAndSaid() {
        assertThat(check()).isZero();
        assertThat(output())
                .isEqualTo("There is no " + home.resolve("config.yaml")
                        + ": an empty configuration. Write one, or set TIERGATE_HOME or TIERGATE_CONFIG.\n"
                        + home.resolve("config.yaml") + ": 0 sources, 0 models, 0 chains; 0 problems\n");
    }

    @Test
    void aFileThatIsNamedIsRelativeToTheWorkingDirectory() throws Exception {
        Files.writeString(home.resolve("other.yaml"), "routing: {max_attempts: 0}");

        assertThat(check("other.yaml")).isEqualTo(1);
        assertThat(output()).contains("at other.yaml line 1");
    }

    @Test
    void aFileThatIsNamedMustBeThere() {
        assertThat(check("gone.yaml")).isEqualTo(1);
        assertThat(output())
                .startsWith("GW1001 no such file: " + home.resolve("gone.yaml")
                        + ", in gone.yaml. Name a file that is there;"
                        + " without TIERGATE_CONFIG it is config.yaml in the home.");
    }

    @Test
    void moreThanOneFileIsRefused() {
        assertThat(check("a", "b")).isEqualTo(1);
    }

    @Test
    void aFileWithKeysThatOthersMayReadIsWarnedOf() throws Exception {
        Load.in(home).config(Load.SOURCE + "    api_key: sk-1\n");
        Files.setPosixFilePermissions(home.resolve("config.yaml"), PosixFilePermissions.fromString("rw-r-----"));

        assertThat(check()).isZero();
        assertThat(output())
                .startsWith(
                        "GW1058 a file with keys that others on this machine may read, in config.yaml. Let only its owner"
                                + " read it (chmod 600 " + home.resolve("config.yaml") + ").");
    }

    @Test
    void aFileWithoutKeysMayBeRead() throws Exception {
        Load.in(home).config(Load.SOURCE + "    api_key: ${K:x}\n");
        Files.setPosixFilePermissions(home.resolve("config.yaml"), PosixFilePermissions.fromString("rw-r--r--"));

        check();
        assertThat(output()).doesNotContain("GW1058");
    }

    private int check(String... arguments) {
        return CheckCommand.run(
                arguments,
                Map.of("TIERGATE_HOME", home.toString()),
                ScalarOverrides.none(),
                home,
                new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
