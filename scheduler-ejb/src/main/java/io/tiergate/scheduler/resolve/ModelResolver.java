package io.tiergate.scheduler.resolve;

import io.tiergate.scheduler.chain.Chain;
import io.tiergate.scheduler.chain.Slot;
import io.tiergate.scheduler.config.ChainConfig;
import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.config.ModelEntry;
import io.tiergate.scheduler.config.ModelKind;
import io.tiergate.scheduler.config.SlotConfig;
import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.quota.QuotaLedger;
import io.tiergate.scheduler.source.Source;
import io.tiergate.scheduler.strategy.Strategy;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Resolves the names of one kind of endpoint against one configuration snapshot, in the order of SPEC section 3. */
public final class ModelResolver {
    /** The published name of the chain that {@code auto} or {@code auto_image} defines. */
    public static final String AUTO = "AUTO";

    private static final int FIRST_TIER = 1;

    private final ModelKind kind;
    private final Optional<String> defaultModel;
    private final Map<String, Source> sources;
    private final Map<String, Chain> byName = new LinkedHashMap<>();
    private final Optional<Chain> auto;

    /** What AUTO has of a source's model, so that a quota holds for who names the source as well. */
    private final Map<String, Map<String, List<Slot>>> autoSlots;

    private final Function<StrategyKind, Strategy> strategies;
    private final BiFunction<String, SlotConfig, QuotaLedger> ledgers;

    /**
     * Makes the resolver of a snapshot.
     *
     * @param sources the enabled sources by name, in their order
     * @param strategies gives the strategy of a kind
     * @param ledgers gives the quota of a slot by its chain's name; null for one without
     */
    public ModelResolver(
            ModelKind kind,
            GatewayConfig config,
            Map<String, Source> sources,
            Function<StrategyKind, Strategy> strategies,
            BiFunction<String, SlotConfig, QuotaLedger> ledgers) {
        this.ledgers = ledgers;
        this.kind = kind;
        this.defaultModel = config.defaultModel();
        this.sources = sources;
        this.strategies = strategies;
        this.auto = auto(config);
        this.autoSlots = auto.map(ModelResolver::bySourceAndModel).orElse(Map.of());
        auto.ifPresent(c -> byName.put(AUTO, c));
        config.chains().values().forEach(c -> addIfOfThisKind(chain(c.name(), c)));
        Strategy mode = strategies.apply(config.routing().mode());
        offers().forEach((name, slots) -> byName.putIfAbsent(name, Chain.of(name, mode, slots)));
    }

    private Optional<Chain> auto(GatewayConfig config) {
        return switch (kind) {
            case CHAT -> config.auto().map(c -> chain(AUTO, c));
            case IMAGE ->
                Optional.of(config.autoImage().map(c -> chain(AUTO, c)).orElseGet(this::allInOrder))
                        .filter(c ->
                                config.autoImage().isPresent() || !c.tiers().isEmpty());
            case EMBEDDING, AUDIO, RERANK, MODERATION ->
                config.auto().map(c -> chain(AUTO, c)).filter(c -> !c.tiers().isEmpty());
        };
    }

    /** Every model of this kind, the sources in order of registration: what AUTO means to images without a chain of their own. */
    private Chain allInOrder() {
        List<Slot> slots = new ArrayList<>();
        for (Source source : sources.values()) {
            source.config().models().stream()
                    .filter(entry -> entry.kind() == kind)
                    .forEach(entry -> slots.add(new Slot(source, entry, FIRST_TIER)));
        }
        return Chain.of(AUTO, strategies.apply(StrategyKind.LISTED), slots);
    }

    /** Returns the chain that serves a name. */
    public Resolution resolve(String model) {
        Resolution named = resolveNamed(model);
        if (named instanceof Resolution.Unknown && defaultModel.isPresent()) {
            return resolveNamed(defaultModel.get());
        }
        return named;
    }

    /** Returns every name that can be called, once each. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    private Resolution resolveNamed(String model) {
        Optional<Chain> locked = locked(model);
        if (locked.isPresent()) {
            return new Resolution.Served(locked.get(), true);
        }
        Chain chain = byName.get(Normalizer.normalize(model, Normalizer.Form.NFC));
        if (chain == null && model.equalsIgnoreCase(AUTO)) {
            chain = auto.orElse(null);
        }
        return chain == null ? new Resolution.Unknown() : new Resolution.Served(chain, false);
    }

    /** The source before the first slash or colon, where one of exactly that name is there; cut once. */
    private Optional<Chain> locked(String model) {
        for (int i = 0; i < model.length(); i++) {
            char c = model.charAt(i);
            if (c == '/' || c == ':') {
                Source source = sources.get(Normalizer.normalize(model.substring(0, i), Normalizer.Form.NFC));
                if (source == null || i + 1 == model.length()) {
                    return Optional.empty();
                }
                String rest = model.substring(i + 1);
                ModelEntry entry = source.model(Normalizer.normalize(rest, Normalizer.Form.NFC))
                        .orElseGet(() -> source.unlisted(rest, kind));
                List<Slot> slots =
                        autoSlots.getOrDefault(source.name(), Map.of()).getOrDefault(entry.id(), List.of());
                return Optional.of(Chain.of(
                        model,
                        strategies.apply(StrategyKind.LISTED),
                        slots.isEmpty() ? List.of(new Slot(source, entry, FIRST_TIER)) : slots));
            }
        }
        return Optional.empty();
    }

    /** The slots of a chain by source and model. */
    private static Map<String, Map<String, List<Slot>>> bySourceAndModel(Chain chain) {
        return chain.tiers().stream()
                .flatMap(tier -> tier.slots().stream())
                .collect(Collectors.groupingBy(
                        slot -> slot.source().name(),
                        Collectors.groupingBy(slot -> slot.model().id())));
    }

    private Map<String, List<Slot>> offers() {
        Map<String, List<Slot>> offers = new LinkedHashMap<>();
        for (Source source : sources.values()) {
            for (ModelEntry entry : source.config().models()) {
                if (entry.kind() == kind) {
                    offer(offers, entry.id(), source);
                }
            }
        }
        for (Source source : sources.values()) {
            for (ModelEntry entry : source.config().models()) {
                if (entry.kind() == kind) {
                    entry.aliases().forEach(alias -> offer(offers, alias, source));
                }
            }
        }
        return offers;
    }

    private static void offer(Map<String, List<Slot>> offers, String name, Source source) {
        List<Slot> slots = offers.computeIfAbsent(name, n -> new ArrayList<>());
        if (slots.stream().noneMatch(s -> s.source() == source)) {
            source.model(name).ifPresent(entry -> slots.add(new Slot(source, entry, FIRST_TIER)));
        }
    }

    private void addIfOfThisKind(Chain chain) {
        if (!chain.tiers().isEmpty()) {
            byName.put(chain.name(), chain);
        }
    }

    private Chain chain(String name, ChainConfig config) {
        List<Slot> slots = new ArrayList<>();
        for (SlotConfig slot : config.slots()) {
            Source source = sources.get(slot.source());
            if (source != null) {
                source.model(slot.model())
                        .filter(entry -> entry.kind() == kind)
                        .ifPresent(entry ->
                                slots.add(new Slot(source, entry, slot.tier(), ledgers.apply(config.name(), slot))));
            }
        }
        Strategy strategy = strategies.apply(config.strategy());
        if (strategy.spendsKeysInTurn()) {
            slots.forEach(slot ->
                    slot.source().keys().forEach(key -> key.keepUse(slot.model().id())));
        }
        return Chain.of(name, strategy, slots);
    }
}
