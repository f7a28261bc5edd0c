package io.tiergate.scheduler.config;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A content rule: requests that fulfil all of {@code when} are routed by {@code use} (SPEC 8).
 *
 * @param when what a request must have; without a condition: every request
 * @param use what orders the candidates of such a request
 */
public record RuleConfig(Condition when, Target use) {
    /**
     * Conditions that hold together. What is empty is no condition.
     *
     * @param minPromptTokens estimated tokens of the prompt, at least
     * @param images whether the request has images
     * @param tools whether the request has tools
     * @param jsonSchema whether the request asks for an answer by a JSON schema
     * @param headers values that request headers have; names in lower case
     * @param key the name of the gateway key
     */
    public record Condition(
            OptionalInt minPromptTokens,
            Optional<Boolean> images,
            Optional<Boolean> tools,
            Optional<Boolean> jsonSchema,
            Map<String, String> headers,
            Optional<String> key) {
        /** Checks and copies. */
        public Condition {
            Checked.atLeast("minPromptTokens", minPromptTokens.orElse(0), 0);
            headers = Checked.ordered(headers);
        }
    }

    /** What a rule names. */
    public sealed interface Target {
        /**
         * The candidates come from a chain.
         *
         * @param name of the chain; may be {@link ChainConfig#AUTO}
         */
        record Chain(String name) implements Target {}

        /**
         * The candidates stay, this strategy orders them.
         *
         * @param kind not {@code KEY_FIRST}
         */
        record Strategy(StrategyKind kind) implements Target {}
    }
}
