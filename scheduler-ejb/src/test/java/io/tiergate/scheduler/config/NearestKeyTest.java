package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestKeyTest {
    private static final List<String> KNOWN =
            List.of("base_url", "api_key", "api_keys", "timeouts", "max_concurrent", "rpm", "tpm");

    @ParameterizedTest
    @CsvSource({
        "tiemout, timeouts",
        "timeout, timeouts",
        "baseUrl, base_url",
        "base-url, base_url",
        "BASE_URL, base_url",
        "apikey, api_key",
        "api_kyes, api_keys",
        "maxConcurrency, max_concurrent",
        "rmp, rpm"
    })
    void aMisspeltKeyIsFound(String written, String meant) {
        assertThat(NearestKey.to(written, KNOWN)).contains(meant);
    }

    @Test
    void aKeyOfAnotherWorldIsNot() {
        assertThat(NearestKey.to("colour_of_the_sky", KNOWN)).isEmpty();
        assertThat(NearestKey.to("x".repeat(100_000), KNOWN)).isEmpty();
    }
}
