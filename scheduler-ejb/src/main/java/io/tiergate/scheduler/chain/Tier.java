package io.tiergate.scheduler.chain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /** Returns its slots by source, the sources in the order of their first slot. */
    List<List<Slot>> bySource() {
        Map<String, List<Slot>> pools = new LinkedHashMap<>();
        slots.forEach(s ->
                pools.computeIfAbsent(s.source().name(), n -> new ArrayList<>()).add(s));
        return List.copyOf(pools.values());
    }
}
