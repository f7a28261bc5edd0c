package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.failure.Failure;
import io.tiergate.adapter.failure.FailureClass;
import io.tiergate.adapter.failure.FailureClassifier;
import io.tiergate.adapter.failure.FailureScope;
import io.tiergate.adapter.failure.FailureSignal;
import io.tiergate.scheduler.stream.EventTooLongException;
import java.util.Optional;

/** Classifies what was seen of an attempt. A limit of our own says so itself; all else is the classifier's. Pure. */
final class Failures {
    private Failures() {}

    static Failure of(FailureSignal signal, Optional<FailureClass> adapterSays) {
        return signal.exception() instanceof EventTooLongException e
                ? Failure.of(FailureClass.TRANSPORT, FailureScope.SOURCE_MODEL, signal.phase(), e.getMessage())
                : FailureClassifier.classify(signal, adapterSays);
    }
}
