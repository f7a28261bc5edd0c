package io.tiergate.ear.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The program folder under test: the system property {@code tiergate.program}, else what the build leaves in {@code ear/target}.
 * Runs its {@code bin/tiergate} with an environment of its own, so that no variable of the machine configures it.
 */
public final class Program {
    /**
     * What one finished run of the program said.
     *
     * @param exit its exit status
     * @param output standard output and standard error, as they came
     * @param took from start to exit
     */
    public record Run(int exit, String output, Duration took) {}

    private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR");

    private final Path folder;

    private Program(Path folder) {
        this.folder = folder;
    }

    /** Returns the program under test.
     *
     * @throws AssertionError where it was not built */
    public static Program underTest() {
        String named = System.getProperty("tiergate.program");
        List<Path> places = named != null
                ? List.of(Path.of(named))
                : List.of(Path.of("target/tiergate"), Path.of("ear/target/tiergate"));
        return places.stream()
                .filter(place -> Files.isExecutable(place.resolve("bin/tiergate")))
                .findFirst()
                .map(Program::at)
                .orElseThrow(() -> new AssertionError("no executable bin/tiergate in " + places
                        + ": build the program first (./mvnw package), or name its folder with -Dtiergate.program=…"));
    }

    /** Returns the program in this folder. */
    public static Program at(Path folder) {
        return new Program(folder.toAbsolutePath().normalize());
    }

    /** Returns a new, empty folder for a home of this name, under {@code tiergate.homes}. What an earlier run left is deleted. */
    public static Path newHome(String name) {
        Path home = Path.of(System.getProperty("tiergate.homes", "target/it-homes"), name)
                .toAbsolutePath()
                .normalize();
        try {
            delete(home);
            return Files.createDirectories(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the program to its end.
     *
     * @throws AssertionError where it still runs after {@code within}; it is ended then */
    public Run run(Duration within, Map<String, String> environment, String... arguments) {
        Path output = newHome("run").resolve("output.txt");
        long start = System.nanoTime();
        try {
            Process process = start(output, environment, arguments);
            if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError(
                        List.of(arguments) + " still ran after " + within + ":\n" + Files.readString(output));
            }
            return new Run(process.exitValue(), Files.readString(output), Duration.ofNanos(System.nanoTime() - start));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the program ran", e);
        }
    }

    /** Starts the program, its output going to the file. */
    Process start(Path output, Map<String, String> environment, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of(folder.resolve("bin/tiergate").toString()), Stream.of(arguments))
                        .toList());
        builder.environment().keySet().retainAll(INHERITED);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    private static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (Stream<Path> all = Files.walk(tree)) {
                for (Path path : all.sorted((x, y) -> y.compareTo(x)).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
