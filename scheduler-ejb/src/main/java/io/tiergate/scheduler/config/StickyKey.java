package io.tiergate.scheduler.config;

/** Where the name of a session is taken from (SPEC 8). */
public sealed interface StickyKey {
    /**
     * A request header; {@code header:x-session-id} in a file.
     *
     * @param name in lower case
     */
    record Header(String name) implements StickyKey {}

    /** A part of the request that every dialect knows; the name in lower case in a file. */
    enum Field implements StickyKey {
        /** The parameter {@code user}. */
        USER,
        /** The parameter {@code prompt_cache_key}. */
        PROMPT_CACHE_KEY,
        /** {@code user_id} inside {@code metadata}; {@code metadata.user_id} in a file. */
        METADATA_USER_ID,
        /** A hash of the start of the conversation. */
        CONVERSATION
    }
}
