package io.tiergate.scheduler.config;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a model costs, per million tokens, in a currency that the operator keeps to.
 *
 * @param input a million prompt tokens; at least 0
 * @param output a million completion tokens; at least 0
 * @param cachedInput a million prompt tokens that the upstream had in its cache; empty: as {@code input}
 */
public record Price(BigDecimal input, BigDecimal output, Optional<BigDecimal> cachedInput) {
    /** Checks. */
    public Price {
        if (input.signum() < 0
                || output.signum() < 0
                || cachedInput.filter(p -> p.signum() < 0).isPresent()) {
            throw new IllegalArgumentException("a price is negative");
        }
    }
}
