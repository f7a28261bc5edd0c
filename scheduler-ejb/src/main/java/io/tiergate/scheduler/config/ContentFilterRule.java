package io.tiergate.scheduler.config;

/** What a filtered answer leads to (SPEC 5). In a file: the name in lower case. */
public enum ContentFilterRule {
    /** The upstream's error goes to the client; the default. */
    ERROR,
    /** The next tier is tried. */
    NEXT
}
