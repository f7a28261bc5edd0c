package io.tiergate.scheduler.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.scheduler.time.TimeSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that writes, again and again: {@code -Dtiergate.kills=200} for more of it. */
class KilledWriterTest {
    private static final int KILLS = Integer.getInteger("tiergate.kills", 25);
    private static final long SEED = Long.getLong("tiergate.seed", 20261201);

    /** The kill falls between two numbers that the process says, at a moment drawn from about ten writes. */
    private static final int MICROSECONDS = 20_000;

    @TempDir
    Path folder;

    @Test
    void afterAKillAtAnyMomentTheFileIsWholeAndHasWhatWasSaidToBeSaved() throws Exception {
        Path path = folder.resolve("proxy-state.json");
        Random random = new Random(SEED);
        long last = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            long said = saveAndKill(path, random);
            PersistedState state = new StateFile(path, TimeSource.system()).load();
            long number = SaveForever.number(state);
            assertThat(state).as("kill %d, seed %d", kill, SEED).isEqualTo(SaveForever.state(number));
            // the number after the last one said may be on disk too
            assertThat(number).as("kill %d, seed %d", kill, SEED).isBetween(said, said + 1);
            assertThat(number).isGreaterThan(last);
            last = number;
        }
        assertThat(names()).isSubsetOf("proxy-state.json", "proxy-state.json.tmp");
    }

    /** Returns the last number that the process said. */
    private long saveAndKill(Path path, Random random) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SaveForever.class.getName(),
                        path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            String said = lines.readLine();
            assertThat(said).as("the process's first number").isNotNull();
            assertThat(process.waitFor(random.nextInt(MICROSECONDS), TimeUnit.MICROSECONDS))
                    .as("ended by itself")
                    .isFalse();
            process.toHandle().destroyForcibly(); // Process itself would close the stream that is still to be read
            process.waitFor();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said = line;
            }
            return Long.parseLong(said);
        } finally {
            process.destroyForcibly();
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
