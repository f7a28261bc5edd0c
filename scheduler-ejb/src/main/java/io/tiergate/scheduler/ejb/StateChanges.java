package io.tiergate.scheduler.ejb;

import io.tiergate.adapter.failure.Failure;
import io.tiergate.scheduler.chain.Slot;
import io.tiergate.scheduler.dispatch.RequestListener;
import io.tiergate.scheduler.health.Cooldown;
import java.time.Duration;

/** Logs every state change once: source, old, new, cause. Thread-safe. */
final class StateChanges implements RequestListener {
    private static final System.Logger LOG = System.getLogger("io.tiergate.state");

    @Override
    public void cooldownOpened(Slot slot, Cooldown window, Failure failure) {
        LOG.log(
                System.Logger.Level.INFO,
                () -> name(slot) + ": cooling for " + length(window.until() - window.openedAt())
                        + ", probe after " + length(window.silentUntil() - window.openedAt())
                        + ", step " + window.step() + "; cause "
                        + window.cause().id()
                        + (failure.status() > 0 ? " " + failure.status() : "") + ": " + failure.message());
    }

    @Override
    public void cooldownClosed(Slot slot, Cooldown window) {
        LOG.log(
                System.Logger.Level.INFO,
                () -> name(slot) + ": healthy, was cooling since a failure of class "
                        + window.cause().id() + "; cause a success");
    }

    private static String name(Slot slot) {
        return slot.source().name() + "/" + slot.model().id();
    }

    private static String length(long nanos) {
        Duration d = Duration.ofNanos(nanos);
        return d.toSeconds() > 0 ? d.toSeconds() + "s" : d.toMillis() + "ms";
    }
}
