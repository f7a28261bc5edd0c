package io.tiergate.scheduler.config;

/**
 * The text that a scalar key has.
 *
 * @param text what counts, expanded
 * @param written what the file says, for messages: a variable may hold a secret
 * @param key where it is
 * @param place where it stands
 */
record Value(String text, String written, KeyPath key, Place place) {
    /** Returns what the file says, fit for a message. */
    String quoted() {
        return Problems.quote(written);
    }
}
