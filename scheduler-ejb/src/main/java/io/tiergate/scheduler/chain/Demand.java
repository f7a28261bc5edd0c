package io.tiergate.scheduler.chain;

import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a request asks of a slot's limits. For one thread.
 *
 * @param promptTokens counts the prompt when first needed
 * @param maxTokens the most tokens that the client wants in answer, or empty
 * @param clock the wall clock, which quota periods go by
 */
public record Demand(LongSupplier promptTokens, OptionalLong maxTokens, Supplier<Instant> clock) {
    /** What an answer is taken to have where nobody bounds it (SPEC 4). */
    private static final long UNBOUNDED_ANSWER = 1_024;

    /**
     * Returns the estimate that is reserved: the prompt and {@code max_tokens}, else the model's {@code max_output}, else 1,024. 0
     * where the slot counts requests only, as a long prompt takes milliseconds to count.
     */
    long estimate(Slot slot) {
        if (!slot.countsTokens()) {
            return 0;
        }
        return promptTokens.getAsLong()
                + maxTokens.orElse(
                        slot.model().maxOutput().isPresent()
                                ? slot.model().maxOutput().getAsInt()
                                : UNBOUNDED_ANSWER);
    }
}
