package io.tiergate.adapter.failure;

import java.util.Optional;

/** Turns what was seen of a failed attempt into a {@link Failure}. Pure and thread-safe. */
public final class FailureClassifier {
    private FailureClassifier() {}

    /** Returns the failure that a signal shows. {@code adapterSays} is the adapter's own reading and wins over the rules. */
    public static Failure classify(FailureSignal signal, Optional<FailureClass> adapterSays) {
        FailureClass byStatus =
                signal.status() >= 400 && signal.status() < 500 ? FailureClass.CALLER_FAULT : FailureClass.TRANSPORT;
        return Failure.of(
                adapterSays.orElse(byStatus), FailureScope.SOURCE_MODEL, signal.phase(), "status " + signal.status());
    }
}
