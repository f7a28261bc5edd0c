package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.Adapter;
import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.config.ModelKind;
import io.tiergate.scheduler.config.SlotConfig;
import io.tiergate.scheduler.health.CooldownPolicy;
import io.tiergate.scheduler.quota.Period;
import io.tiergate.scheduler.quota.QuotaLedger;
import io.tiergate.scheduler.quota.QuotaLedgers;
import io.tiergate.scheduler.resolve.ModelResolver;
import io.tiergate.scheduler.source.Source;
import io.tiergate.scheduler.source.SourceRegistry;
import io.tiergate.scheduler.strategy.Strategies;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What one configuration came to. A request reads one snapshot from start to end.
 *
 * @param config the configuration
 * @param sources the enabled sources by name, in their order
 * @param resolvers resolves the names of each kind of endpoint
 * @param cooldowns how long what cools
 */
public record Snapshot(
        GatewayConfig config,
        Map<String, Source> sources,
        Map<ModelKind, ModelResolver> resolvers,
        CooldownPolicy cooldowns) {
    /** Returns the resolver of the names that endpoints of a kind accept. */
    public ModelResolver names(ModelKind kind) {
        return resolvers.get(kind);
    }

    /**
     * Makes the snapshot of a configuration that was checked.
     *
     * @param registry keeps what is known of the sources
     * @param adapters gives the adapter of an id
     */
    public static Snapshot of(GatewayConfig config, SourceRegistry registry, Function<String, Adapter> adapters) {
        Map<String, Source> sources = registry.sourcesOf(config, adapters);
        Strategies strategies = new Strategies(config.routing().smart());
        Map<ModelKind, ModelResolver> resolvers = new EnumMap<>(ModelKind.class);
        for (ModelKind kind : ModelKind.values()) {
            resolvers.put(
                    kind,
                    new ModelResolver(
                            kind,
                            config,
                            sources,
                            strategies::of,
                            (chain, slot) -> ledger(config, registry, chain, slot)));
        }
        return new Snapshot(config, sources, resolvers, new CooldownPolicy(config.cooldown()));
    }

    private static QuotaLedger ledger(GatewayConfig config, SourceRegistry registry, String chain, SlotConfig slot) {
        return slot.isLimited()
                ? registry.ledgers()
                        .ledger(
                                QuotaLedgers.name(chain, slot.source(), slot.model(), slot.tier()),
                                slot.tokenQuota(),
                                Period.of(slot, config.quota()))
                : null;
    }
}
