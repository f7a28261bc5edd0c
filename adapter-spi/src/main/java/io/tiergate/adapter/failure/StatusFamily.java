package io.tiergate.adapter.failure;

/** HTTP statuses that mean alike, for the rules that look for words: the same word weighs differently in a 400 and in a 429. */
enum StatusFamily {
    /** The request is complained of; the message may quote it, so that only whole phrases count. */
    CALLER,
    /** Key, account or payment are complained of. */
    DENIED,
    /** Something is not there. */
    MISSING,
    /** Too much, of whatever. */
    LIMITED,
    /** The upstream broke. */
    BROKEN,
    /** An error inside a 200 that names no status. */
    UNKNOWN;

    static StatusFamily of(int status) {
        return switch (status) {
            case 0 -> UNKNOWN;
            case 401, 402, 403, 407, 412, 434, 451 -> DENIED;
            case 404 -> MISSING;
            case 429 -> LIMITED;
            case 408, 409, 421, 424, 425, 498, 499 -> BROKEN;
            default -> status >= 400 && status < 500 ? CALLER : BROKEN;
        };
    }
}
