package io.tiergate.scheduler.config;

/**
 * The weights of the four terms of a score (SPEC 8). Each at least 0, together 1.
 *
 * @param match of the model's name
 * @param success of the last attempts
 * @param load of the source
 * @param latency of the source
 */
public record Weights(double match, double success, double load, double latency) {
    /** How far the sum may be off 1: what adding decimal fractions in binary costs, with room to spare (SPEC 8). */
    public static final double TOLERANCE = 1e-9;

    private static final Weights DEFAULTS = new Weights(0.4, 0.3, 0.2, 0.1);

    /** Checks. */
    public Weights {
        Checked.within("match", match, 0, 1 + TOLERANCE);
        Checked.within("success", success, 0, 1 + TOLERANCE);
        Checked.within("load", load, 0, 1 + TOLERANCE);
        Checked.within("latency", latency, 0, 1 + TOLERANCE);
        Checked.within("sum of the weights", match + success + load + latency, 1 - TOLERANCE, 1 + TOLERANCE);
    }

    /** Returns 0.4, 0.3, 0.2 and 0.1. */
    public static Weights defaults() {
        return DEFAULTS;
    }
}
