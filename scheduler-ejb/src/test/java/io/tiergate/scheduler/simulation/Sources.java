package io.tiergate.scheduler.simulation;

import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.config.Timeouts;
import java.util.function.UnaryOperator;

/** Changes to a source's configuration for {@link ScriptedGateway#tier}, one key each. */
public final class Sources {
    private Sources() {}

    /** Sets {@code rpm} and {@code tpm}. */
    public static UnaryOperator<SourceConfig> limits(int rpm, long tpm) {
        return s -> with(s, rpm, tpm, s.weight(), s.retries(), s.timeouts());
    }

    /** Sets {@code weight}. */
    public static UnaryOperator<SourceConfig> weight(int weight) {
        return s -> with(s, s.rpm(), s.tpm(), weight, s.retries(), s.timeouts());
    }

    /** Sets {@code retries} and {@code timeouts}. */
    public static UnaryOperator<SourceConfig> patience(int retries, Timeouts timeouts) {
        return s -> with(s, s.rpm(), s.tpm(), s.weight(), retries, timeouts);
    }

    private static SourceConfig with(SourceConfig s, int rpm, long tpm, int weight, int retries, Timeouts timeouts) {
        return new SourceConfig(
                s.name(),
                s.adapter(),
                s.baseUrl(),
                s.apiKeys(),
                s.models(),
                s.maxConcurrent(),
                rpm,
                tpm,
                weight,
                retries,
                s.retryAfterWait(),
                timeouts,
                s.healthCheck(),
                s.headers(),
                s.params(),
                s.options(),
                s.prefill(),
                s.enabled());
    }
}
