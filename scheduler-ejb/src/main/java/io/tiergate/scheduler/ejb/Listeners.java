package io.tiergate.scheduler.ejb;

import io.tiergate.adapter.failure.Failure;
import io.tiergate.scheduler.chain.Slot;
import io.tiergate.scheduler.dispatch.RequestListener;
import io.tiergate.scheduler.health.Cooldown;
import io.tiergate.scheduler.log.RequestLog;
import io.tiergate.scheduler.log.RequestRecord;
import java.util.List;

/** Tells several listeners, and the request log. */
record Listeners(RequestLog log, List<RequestListener> others) implements RequestListener {
    @Override
    public void mustLast() {
        others.forEach(RequestListener::mustLast);
    }

    @Override
    public void ended(RequestRecord request) {
        log.add(request);
        others.forEach(l -> l.ended(request));
    }

    @Override
    public void cooldownOpened(Slot slot, Cooldown window, Failure failure) {
        others.forEach(l -> l.cooldownOpened(slot, window, failure));
    }

    @Override
    public void cooldownClosed(Slot slot, Cooldown window) {
        others.forEach(l -> l.cooldownClosed(slot, window));
    }
}
