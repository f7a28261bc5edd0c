package io.tiergate.scheduler.chain;

import java.util.List;

/**
 * Slots of equal standing.
 *
 * @param number its number in the chain, from 1; lower is tried first
 * @param slots its slots as written
 */
public record Tier(int number, List<Slot> slots) {
    /** Copies the list. */
    public Tier {
        slots = List.copyOf(slots);
    }
}
