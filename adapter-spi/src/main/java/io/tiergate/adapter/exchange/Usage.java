package io.tiergate.adapter.exchange;

import tools.jackson.databind.JsonNode;

/**
 * Tokens of one answer.
 *
 * @param prompt tokens of the prompt, cached ones included; at least 0
 * @param completion tokens of the answer, reasoning included; at least 0
 * @param total their sum as the upstream states it
 * @param cached tokens of the prompt that came from a cache; at least 0
 * @param estimated whether the gateway estimated them because the upstream named none
 */
public record Usage(long prompt, long completion, long total, long cached, boolean estimated) {
    /** Returns the OpenAI {@code usage} object as a value, or null where it is absent, null, or holds no number above 0. */
    public static Usage of(JsonNode usage) {
        if (usage == null || !usage.isObject()) {
            return null;
        }
        long prompt = count(usage.path("prompt_tokens"));
        long completion = count(usage.path("completion_tokens"));
        long total = Math.max(count(usage.path("total_tokens")), prompt + completion);
        long cached = count(usage.path("prompt_tokens_details").path("cached_tokens"));
        return total == 0 ? null : new Usage(prompt, completion, total, cached, false);
    }

    private static long count(JsonNode number) {
        return number.isNumber() && number.canConvertToLong() ? Math.max(0, number.longValue()) : 0;
    }
}
