package io.tiergate.scheduler.resolve;

import io.tiergate.scheduler.chain.Chain;

/** What a model's name came to. */
public sealed interface Resolution {
    /**
     * A chain serves it.
     *
     * @param chain the chain
     * @param locked whether the name was locked to one source by its prefix
     */
    record Served(Chain chain, boolean locked) implements Resolution {}

    /** Nobody offers it. */
    record Unknown() implements Resolution {}
}
