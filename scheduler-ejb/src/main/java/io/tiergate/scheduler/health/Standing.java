package io.tiergate.scheduler.health;

/** How a slot stands at one moment, as far as its cooldown is concerned (SPEC 5). */
public enum Standing {
    /** An ordinary candidate. */
    HEALTHY,
    /** In the silent part of its window: takes nothing. */
    COOLING,
    /** In the second half of its window, with a place for a probe free. */
    AWAITING_PROBE,
    /** In the second half of its window, all places for probes taken. */
    PROBING,
    /** Past its window but without a success since: an ordinary candidate with a trial place free. */
    RECOVERING,
    /** As {@link #RECOVERING}, all trial places taken: a candidate only where nothing else in the chain is usable. */
    RECOVERING_BUSY
}
