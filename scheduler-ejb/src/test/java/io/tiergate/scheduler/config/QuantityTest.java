package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @Property
    void aShownDurationReadsBackAsItself(@ForAll @LongRange(min = 0, max = 315_360_000_000L) long millis) {
        assertThat(Quantity.duration(Quantity.show(Duration.ofMillis(millis)))).contains(Duration.ofMillis(millis));
    }

    @Property
    void aShownSizeReadsBackAsItself(@ForAll @LongRange(min = 0, max = 1L << 39) long bytes) {
        assertThat(Quantity.size(Quantity.show(bytes))).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "5", "s", "5 s", "5S", "5sec", "PT5S", "1e3s", "5s5", "+5s", "--5s", "5s-3s", ".5s", "5.s", "∞"
            })
    void thisIsNoDuration(String text) {
        assertThat(Quantity.duration(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1B, 1",
        "1KB, 1000",
        "1KiB, 1024",
        "2MB, 2000000",
        "2MiB, 2097152",
        "1GB, 1000000000",
        "1GiB, 1073741824",
        "-1B, -1"
    })
    void sizesHaveUnits(String text, long bytes) {
        assertThat(Quantity.size(text)).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5 MiB", "5mib", "1.5MiB", "5M", "MiB"})
    void thisIsNoSize(String text) {
        assertThat(Quantity.size(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"999999999999999d, 315446400000", "-5s, -5000"})
    void whatIsFarTooLongIsCutShortOfOverflow(String text, long millis) {
        assertThat(Quantity.duration(text)).contains(Duration.ofMillis(millis));
    }
}
