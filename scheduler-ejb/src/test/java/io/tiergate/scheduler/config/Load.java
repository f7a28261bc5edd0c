package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.scheduler.config.ConfigProblem.Severity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A configuration in a folder of its own, as a test sets it up. */
final class Load {
    /** A source to hang other keys on: two models, no problems. */
    static final String SOURCE = """
            sources:
              - name: a
                adapter: openai
                base_url: https://a.test/v1
                models: [m1, m2]
            """;

    private final Path home;
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();

    private Load(Path home) {
        this.home = home;
    }

    static Load in(Path home) {
        return new Load(home);
    }

    /** Returns the result for one config.yaml alone. */
    static LoadResult yaml(Path home, String yaml) {
        return in(home).config(yaml).read();
    }

    Load config(String yaml) {
        return config(yaml.getBytes(StandardCharsets.UTF_8));
    }

    Load config(byte[] yaml) {
        return file("config.yaml", yaml);
    }

    Load runtime(String json) {
        return file("runtime.json", json.getBytes(StandardCharsets.UTF_8));
    }

    Load variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Load property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    LoadResult read() {
        return ConfigReader.read(locations(), overrides(), environment);
    }

    LoadResult readWith(String runtime) {
        return ConfigReader.readWith(runtime, locations(), overrides(), environment);
    }

    /** Returns the configuration, which must be without any problem. */
    GatewayConfig bound() {
        LoadResult result = read();
        assertThat(result.problems()).isEmpty();
        return result.config().orElseThrow();
    }

    /** Returns the one source of a configuration that must be without any problem. */
    SourceConfig source() {
        assertThat(bound().sources()).hasSize(1);
        return bound().sources().getFirst();
    }

    ConfigLocations locations() {
        return ConfigLocations.of(Map.of("TIERGATE_HOME", home.toString()), home);
    }

    ScalarOverrides overrides() {
        return new EnvironmentOverrides(environment, properties);
    }

    Map<String, String> environment() {
        return environment;
    }

    static List<String> errors(LoadResult result) {
        return messages(result, Severity.ERROR);
    }

    static List<String> warnings(LoadResult result) {
        return messages(result, Severity.WARNING);
    }

    private static List<String> messages(LoadResult result, Severity severity) {
        return result.problems().stream()
                .filter(problem -> problem.severity() == severity)
                .map(ConfigProblem::message)
                .toList();
    }

    private Load file(String name, byte[] content) {
        Path file = home.resolve(name);
        try {
            Files.write(file, content);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }
}
