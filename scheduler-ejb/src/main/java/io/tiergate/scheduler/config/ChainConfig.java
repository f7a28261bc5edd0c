package io.tiergate.scheduler.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The slots behind one published name. What is empty is as it stands for all: {@code stream.rescue}, {@code on_content_filter},
 * {@code sticky}, {@code routing.smart}.
 *
 * @param name in NFC; {@link #AUTO} and {@link #AUTO_IMAGE} for the two built-in ones
 * @param strategy how the candidates inside one tier are ordered
 * @param shadow a strategy that runs beside it and is logged, never used
 * @param rescue what is done for a stream that breaks
 * @param onContentFilter what a filtered answer leads to
 * @param sticky sticky sessions of this chain
 * @param weights of the score's terms
 * @param degradeBelow success below which a score's success term is halved; 0 to 1
 * @param prefilter candidates that are scored; at least 1
 * @param slots in the order of the file
 */
public record ChainConfig(
        String name,
        StrategyKind strategy,
        Optional<StrategyKind> shadow,
        Optional<RescueKind> rescue,
        Optional<ContentFilterRule> onContentFilter,
        Optional<StickyConfig> sticky,
        Optional<Weights> weights,
        OptionalDouble degradeBelow,
        OptionalInt prefilter,
        List<SlotConfig> slots) {
    /** The name of the chat chain, {@code auto} in a file. */
    public static final String AUTO = "AUTO";

    /** The name of the image chain, {@code auto_image} in a file. Clients ask for it as {@code AUTO}. */
    public static final String AUTO_IMAGE = "AUTO_IMAGE";

    /** Checks and copies. */
    public ChainConfig {
        Checked.present("name", name);
        Checked.within("degradeBelow", degradeBelow.orElse(0), 0, 1);
        Checked.atLeast("prefilter", prefilter.orElse(1), 1);
        slots = List.copyOf(slots);
    }

    /** Returns a chain with nothing of its own but its strategy. */
    public static ChainConfig of(String name, StrategyKind strategy, List<SlotConfig> slots) {
        return new ChainConfig(
                name,
                strategy,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                slots);
    }
}
