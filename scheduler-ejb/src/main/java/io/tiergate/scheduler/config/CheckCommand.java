package io.tiergate.scheduler.config;

import io.tiergate.scheduler.adapters.AdapterCatalogue;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What {@code bin/tiergate check [file]} runs: reads the configuration as a server would, prints every problem or a summary, and
 * exits 1 where the configuration is refused, else 0. Needs neither a server nor MicroProfile Config on its class path.
 */
public final class CheckCommand {
    private CheckCommand() {}

    /** Checks the file that the one argument names, else the one that a server would read. */
    @SuppressWarnings("SystemOut") // a command's output
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.exit(run(arguments, System.getenv(), EnvironmentOverrides.ofProcess(), Path.of(""), out));
    }

    static int run(
            String[] arguments,
            Map<String, String> environment,
            ScalarOverrides overrides,
            Path workingDirectory,
            PrintStream out) {
        if (arguments.length > 1) {
            out.println("Give one file, or none for the one that the server would read.");
            return 1;
        }
        ConfigLocations locations = ConfigLocations.of(environment, workingDirectory);
        if (arguments.length == 1) {
            locations = locations.withConfigFile(workingDirectory.resolve(arguments[0]));
        }
        LoadResult result = ConfigReader.read(locations, overrides, environment);
        result.problems().forEach(out::println);
        Path file = locations.configFile();
        if (!Files.exists(file) && !locations.configNamed()) {
            out.println("There is no " + file
                    + ": an empty configuration. Write one, or set TIERGATE_HOME or TIERGATE_CONFIG.");
        }
        List<String> missing =
                result.config().map(CheckCommand::missingAdapters).orElse(List.of());
        missing.forEach(out::println);
        if (!missing.isEmpty()) {
            out.println(file + ": refused; " + count(result.problems().size() + missing.size(), "problem"));
            return 1;
        }
        out.println(result.config()
                .map(config -> file + ": " + summary(config) + "; " + count(result, "problem"))
                .orElseGet(() -> file + ": refused; " + count(result, "problem")));
        return result.config().isPresent() ? 0 : 1;
    }

    /** Files that cannot be used are reported too: they are why an adapter is not here. */
    private static List<String> missingAdapters(GatewayConfig config) {
        AdapterCatalogue adapters = AdapterCatalogue.load(config.adapterDir(), CheckCommand.class.getClassLoader());
        List<String> missing = new ArrayList<>(adapters.missing(config.adapterBySource()));
        if (!missing.isEmpty()) {
            adapters.problems().forEach(p -> missing.add(p.file() + ": " + p.message()));
        }
        return missing;
    }

    private static String summary(GatewayConfig config) {
        int models = config.sources().stream()
                .mapToInt(source -> source.models().size())
                .sum();
        int chains = config.chains().size()
                + (config.auto().isPresent() ? 1 : 0)
                + (config.autoImage().isPresent() ? 1 : 0);
        return count(config.sources().size(), "source") + ", " + count(models, "model") + ", " + count(chains, "chain");
    }

    private static String count(LoadResult result, String what) {
        return count(result.problems().size(), what);
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
