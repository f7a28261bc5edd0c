package io.tiergate.scheduler.state;

/**
 * How much of a slot's quota was used in its current period.
 *
 * @param periodStart when the period began; Unix ms
 * @param used tokens
 * @param estimated how many of {@code used} no upstream reported but we estimated
 * @param updatedAt the last booking; Unix ms
 */
public record SlotUse(long periodStart, long used, long estimated, long updatedAt) {}
