package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** SPEC 2: one home, and what is relative to what. */
class ConfigLocationsTest {
    private static final Path WORK = Path.of("/work-here");

    @Test
    void theHomeIsDataInTheWorkingDirectory() {
        ConfigLocations locations = ConfigLocations.of(Map.of(), WORK);

        assertThat(locations.home()).isEqualTo(WORK.resolve("data"));
        assertThat(locations.configFile()).isEqualTo(WORK.resolve("data/config.yaml"));
        assertThat(locations.configNamed()).isFalse();
        assertThat(locations.stateFile()).isEqualTo(WORK.resolve("data/proxy-state.json"));
    }

    @Test
    void aConfigIsRelativeToTheHomeAndAStateFileToTheWorkingDirectory() {
        ConfigLocations locations = ConfigLocations.of(
                Map.of("TIERGATE_HOME", "/home-there", "TIERGATE_CONFIG", "sub/my.yaml", "STATE_PATH", "./data/s.json"),
                WORK);

        assertThat(locations.configFile()).isEqualTo(Path.of("/home-there/sub/my.yaml"));
        assertThat(locations.configNamed()).isTrue();
        assertThat(locations.stateFile()).isEqualTo(WORK.resolve("data/s.json"));
    }

    @Test
    void anEmptyVariableIsNone() {
        assertThat(ConfigLocations.of(Map.of("TIERGATE_HOME", "", "TIERGATE_CONFIG", " ", "STATE_PATH", ""), WORK))
                .isEqualTo(ConfigLocations.of(Map.of(), WORK));
    }

    @Test
    void filesInTheHomeAreShownShort() {
        ConfigLocations locations = ConfigLocations.of(Map.of(), WORK);

        assertThat(locations.show(locations.configFile())).isEqualTo("config.yaml");
        assertThat(locations.show(Path.of("/elsewhere/c.yaml"))).isEqualTo("/elsewhere/c.yaml");
    }
}
