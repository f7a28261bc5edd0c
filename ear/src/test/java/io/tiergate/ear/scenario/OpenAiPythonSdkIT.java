package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** OpenAI's own Python client works with nothing but another base URL. Needs python3 with venv, and, the first time, pip's index. */
@OnSharedGateway
@Timeout(300)
class OpenAiPythonSdkIT {
    static final Stage STAGE = Stage.tiers("python-sdk", "retries: 0", "a").copies(1);

    private static final String SDK = "openai==3.57.0";
    private static final Path ENVIRONMENT = Path.of(System.getProperty("tiergate.homes", "target/it-homes"))
            .resolveSibling("python-sdk")
            .toAbsolutePath();
    private static final Path PYTHON = ENVIRONMENT.resolve("bin/python");

    @BeforeAll
    static void installSdk() throws IOException, InterruptedException {
        Path installed = ENVIRONMENT.resolve(SDK);
        if (!Files.exists(installed)) {
            run(
                    "python3 with venv is needed for this test",
                    "python3",
                    "-m",
                    "venv",
                    "--clear",
                    ENVIRONMENT.toString());
            run("pip's index is needed for this test, once", PYTHON.toString(), "-m", "pip", "install", "--quiet", SDK);
            Files.createFile(installed);
        }
    }

    @Test
    void answersStreamsModelsAndErrors() throws IOException, InterruptedException {
        Act passThrough = OpenAiJavaSdkIT.answering(STAGE.act(AdapterPath.PASS_THROUGH));
        Act converted = OpenAiJavaSdkIT.answering(STAGE.act(AdapterPath.CONVERTED));
        ModelResolutionIT.automatic();

        String output = run(
                "the Python client failed",
                PYTHON.toString(),
                script().toString(),
                SharedGateway.get().url() + "/v1",
                "AUTO",
                passThrough.name(),
                passThrough.source("a") + "/m",
                converted.name(),
                converted.source("a") + ":m");

        System.out.print(output);
        assertThat(output).endsWith("all is well\n");
    }

    private static Path script() {
        return List.of(Path.of("src/test/python/openai_sdk.py"), Path.of("ear/src/test/python/openai_sdk.py")).stream()
                .filter(Files::exists)
                .findFirst()
                .orElseThrow()
                .toAbsolutePath();
    }

    /** Runs a command to its end and returns what it printed.
     *
     * @param trouble the first words of the error where it does not exit with 0 */
    private static String run(String trouble, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("command", ".txt");
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            throw new AssertionError(trouble + ": " + e.getMessage(), e);
        }
        boolean ended = process.waitFor(Duration.ofMinutes(4).toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        String printed = Files.readString(output);
        Files.delete(output);
        if (!ended || process.exitValue() != 0) {
            throw new AssertionError(trouble + ": " + String.join(" ", command)
                    + (ended ? " exited with " + process.exitValue() : " did not end") + ":\n" + printed);
        }
        return printed;
    }
}
