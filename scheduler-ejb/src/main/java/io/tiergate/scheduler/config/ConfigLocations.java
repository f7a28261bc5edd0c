package io.tiergate.scheduler.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where the files lie. All paths are absolute.
 *
 * @param home the folder that all files lie in, unless they are named elsewhere
 * @param configFile config.yaml
 * @param configNamed whether {@code configFile} was named, and so must be there
 * @param stateFile the state file (SPEC 7)
 */
public record ConfigLocations(Path home, Path configFile, boolean configNamed, Path stateFile) {
    /** Makes all paths absolute. */
    public ConfigLocations {
        home = absolute(home);
        configFile = absolute(configFile);
        stateFile = absolute(stateFile);
    }

    /**
     * Reads {@code TIERGATE_HOME} (default: {@code data} in the working directory), {@code TIERGATE_CONFIG} (default:
     * {@code config.yaml}; relative to the home) and {@code STATE_PATH} (default: {@code proxy-state.json} in the home; relative
     * to the working directory).
     */
    public static ConfigLocations of(Map<String, String> environment, Path workingDirectory) {
        Path home = absolute(workingDirectory.resolve(given(environment, "TIERGATE_HOME", "data")));
        String config = given(environment, "TIERGATE_CONFIG", "");
        String state = given(environment, "STATE_PATH", "");
        return new ConfigLocations(
                home,
                home.resolve(config.isEmpty() ? "config.yaml" : config),
                !config.isEmpty(),
                state.isEmpty() ? home.resolve("proxy-state.json") : workingDirectory.resolve(state));
    }

    /** Returns these locations with another config.yaml, which must be there. */
    public ConfigLocations withConfigFile(Path file) {
        return new ConfigLocations(home, file, true, stateFile);
    }

    /** Returns a path as it is meant in a configuration file: relative to the home. */
    Path inHome(Path path) {
        return absolute(home.resolve(path));
    }

    /** Returns a file's name for people: short inside the home. */
    String show(Path file) {
        return file.startsWith(home) ? home.relativize(file).toString() : file.toString();
    }

    private static String given(Map<String, String> environment, String variable, String fallback) {
        String value = environment.getOrDefault(variable, "");
        return value.isBlank() ? fallback : value;
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
