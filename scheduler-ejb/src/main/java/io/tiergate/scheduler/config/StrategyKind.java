package io.tiergate.scheduler.config;

/** How the candidates inside one tier are ordered (SPEC 4, 6 and 8). In a file: the name in lower case. */
public enum StrategyKind {
    /** By score, those near the best in turn; the default. */
    PREFERENCE,
    /** By score with match, success, load and latency, and a breaker in place of the cooldown ladder. */
    SMART,
    /** Smooth weighted round robin over the sources' {@code weight}. */
    WEIGHTED,
    /** One key after the other, and inside a key one model after the other. */
    KEY_FIRST,
    /** As written. */
    LISTED
}
