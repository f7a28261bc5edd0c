package io.tiergate.scheduler.state;

/**
 * How much of a slot's quota was used in its current period.
 *
 * @param periodStart when the period began; Unix ms
 * @param used tokens
 * @param estimated how many of {@code used} no upstream reported but we estimated
 * @param updatedAt the last booking; Unix ms
 */
public record SlotUse(long periodStart, long used, long estimated, long updatedAt) {
    /** Returns the key of a place in {@code slotUsage}. Chains and sources have no {@code |} in their names, models may. */
    public static String key(String chain, String source, String modelId, int tier) {
        return chain + '|' + source + '|' + modelId + '|' + tier;
    }
}
