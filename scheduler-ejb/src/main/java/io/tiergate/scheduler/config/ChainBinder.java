package io.tiergate.scheduler.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Binds chains. */
final class ChainBinder {
    private final Binding binding;
    private final SlotBinder slots;
    private final SmartConfig smart;

    /** @param smart what a chain's own weights stand on */
    ChainBinder(Binding binding, KnownNames names, SmartConfig smart) {
        this.binding = binding;
        this.slots = new SlotBinder(binding, names);
        this.smart = smart;
    }

    /** Returns a chain, which may stand as its list of slots alone. Slots that cannot stand are left out and reported. */
    ChainConfig bind(String name, Placed chain) {
        if (chain.node() instanceof Node.Fields fields) {
            return bind(name, new Section(binding, chain.path(), fields));
        }
        Section shorthand = new Section(binding, chain.path(), Node.Fields.none(chain.place()));
        KeyPath written = chain.path();
        KeyPath meant = shorthand.key("slots");
        KeyPath path = new KeyPath(written.shown(), meant.property(), meant.pattern());
        return ChainConfig.of(name, StrategyKind.PREFERENCE, slots(name, shorthand.items(path, chain.node())));
    }

    private ChainConfig bind(String name, Section chain) {
        ChainConfig bound = new ChainConfig(
                name,
                chain.choice("strategy", StrategyKind.PREFERENCE),
                chain.optionalChoice("shadow", StrategyKind.class),
                chain.optionalChoice("rescue", RescueKind.class),
                chain.optionalChoice("on_content_filter", ContentFilterRule.class),
                chain.optionalSection("sticky").flatMap(StickyBinder::bind),
                chain.optionalSection("weights").map(weights -> RoutingBinder.weights(weights, smart.weights())),
                chain.optionalFraction("degrade_below"),
                chain.optionalInteger("prefilter"),
                slots(name, chain.items("slots")));
        chain.finish();
        return bound;
    }

    private List<SlotConfig> slots(String chain, List<Placed> items) {
        List<SlotConfig> bound = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        for (Placed item : items) {
            slots.bind(chain, item).ifPresent(slot -> {
                if (seen.add(List.of(slot.model(), slot.source(), slot.tier()))) {
                    bound.add(slot);
                } else {
                    slots.passOver(item.path(), item.place(), "this model of this source stands in this tier already");
                }
            });
        }
        return bound;
    }
}
