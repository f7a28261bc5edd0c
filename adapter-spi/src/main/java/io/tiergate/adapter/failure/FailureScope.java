package io.tiergate.adapter.failure;

/** What a failure says something about, and so what cools down. */
public enum FailureScope {
    /** Nothing: the request or the client is at fault. */
    NONE,
    /** One model of a source, whichever key. */
    SOURCE_MODEL,
    /** One key of a source, whichever model. */
    SOURCE_KEY,
    /** One model of a source with one key. */
    SOURCE_KEY_MODEL
}
