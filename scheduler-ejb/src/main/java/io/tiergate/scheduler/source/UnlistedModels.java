package io.tiergate.scheduler.source;

import java.util.LinkedHashSet;
import java.util.Optional;

/**
 * The names that a source was asked for and does not publish, the last {@value #MOST} of them. Clients choose such names, so what is
 * kept of them needs a bound. Thread-safe.
 */
final class UnlistedModels {
    /** A guess: more than any provider's catalogue that somebody calls without listing it, and little memory. */
    static final int MOST = 256;

    private final LinkedHashSet<String> latestLast = new LinkedHashSet<>();

    /** Notes that a name was asked for; returns the one that is to be forgotten for it, if any. */
    synchronized Optional<String> asked(String model) {
        latestLast.addLast(model);
        return latestLast.size() > MOST ? Optional.of(latestLast.removeFirst()) : Optional.empty();
    }
}
