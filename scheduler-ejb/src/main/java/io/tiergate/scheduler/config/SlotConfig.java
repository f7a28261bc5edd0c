package io.tiergate.scheduler.config;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One rule of a chain.
 *
 * @param model the id of a model of {@code source}
 * @param source the name of a source
 * @param tier the tier it stands in; at least 1, tried from 1 up
 * @param tokenQuota tokens it may use in a period; 0: no limit
 * @param period when the use starts from 0 again; empty: there is no limit
 * @param hours length of the window of {@link PeriodKind#NHOUR}, for which alone it is there; at least 1
 */
public record SlotConfig(
        String model, String source, int tier, long tokenQuota, Optional<PeriodKind> period, OptionalInt hours) {
    /** Checks. */
    public SlotConfig {
        Checked.present("model", model);
        Checked.present("source", source);
        Checked.atLeast("tier", tier, 1);
        Checked.atLeast("tokenQuota", tokenQuota, 0);
        Checked.atLeast("hours", hours.orElse(1), 1);
        if (hours.isPresent() != period.equals(Optional.of(PeriodKind.NHOUR))) {
            throw new IllegalArgumentException("hours: given without the period NHOUR, or left out with it");
        }
    }

    /** Returns a slot without a quota. */
    public static SlotConfig of(String model, String source, int tier) {
        return new SlotConfig(model, source, tier, 0, Optional.empty(), OptionalInt.empty());
    }

    /** Says whether use ends at {@code tokenQuota}. */
    public boolean isLimited() {
        return tokenQuota > 0 && period.isPresent();
    }
}
