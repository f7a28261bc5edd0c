package io.tiergate.scheduler.state;

import java.util.Map;

/**
 * All that the state file holds, at one moment. Immutable. Times are Unix milliseconds, 0 where there is none.
 *
 * @param modelState key × model of {@code key_first} pools, by {@link ModelRecord#key()}
 * @param runtimeState cursors, by name: {@code key_cursor}, {@code key_cursor:<source>}, {@code model_cursor:<keyHash>}
 * @param slotUsage use of quotas, by {@link io.tiergate.scheduler.quota.QuotaLedgers#name}
 * @param health open windows, by {@link HealthRecord#key}
 */
public record PersistedState(
        Map<String, ModelRecord> modelState,
        Map<String, RuntimeValue> runtimeState,
        Map<String, SlotUse> slotUsage,
        Map<String, HealthRecord> health) {
    private static final PersistedState EMPTY = new PersistedState(Map.of(), Map.of(), Map.of(), Map.of());

    /**
     * Copies the maps.
     *
     * @throws IllegalArgumentException where a model's record stands under a key that is not its own
     */
    public PersistedState {
        modelState = Map.copyOf(modelState);
        runtimeState = Map.copyOf(runtimeState);
        slotUsage = Map.copyOf(slotUsage);
        health = Map.copyOf(health);
        modelState.forEach((key, model) -> {
            if (!key.equals(model.key())) {
                throw new IllegalArgumentException(
                        "the record of model " + model.modelId() + " stands under another's key");
            }
        });
    }

    /** Returns the state of a gateway that has never run. */
    public static PersistedState empty() {
        return EMPTY;
    }
}
