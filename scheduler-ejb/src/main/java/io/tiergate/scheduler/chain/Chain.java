package io.tiergate.scheduler.chain;

import io.tiergate.scheduler.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ordered tiers behind one name.
 *
 * @param name its name, {@code AUTO}, or the model id whose sources form it
 * @param strategy how the candidates of a tier are ordered
 * @param tiers its tiers in the order they are tried
 */
public record Chain(String name, Strategy strategy, List<Tier> tiers) {
    /** Copies the list. */
    public Chain {
        tiers = List.copyOf(tiers);
    }

    /** Returns the chain of these slots, sorted by tier. */
    public static Chain of(String name, Strategy strategy, List<Slot> slots) {
        Map<Integer, List<Slot>> byTier = new TreeMap<>();
        slots.forEach(
                s -> byTier.computeIfAbsent(s.tier(), t -> new ArrayList<>()).add(s));
        return new Chain(
                name,
                strategy,
                byTier.entrySet().stream()
                        .map(e -> new Tier(e.getKey(), e.getValue()))
                        .toList());
    }
}
