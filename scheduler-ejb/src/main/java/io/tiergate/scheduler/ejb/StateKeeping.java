package io.tiergate.scheduler.ejb;

import io.tiergate.scheduler.dispatch.RequestListener;
import io.tiergate.scheduler.log.RequestRecord;
import io.tiergate.scheduler.state.StateWriter;
import java.time.Duration;

/** Has the state file written as requests change what it keeps. Thread-safe. */
final class StateKeeping implements RequestListener {
    /** How long an answer waits for the disk at most (SPEC 7). */
    private static final Duration AT_MOST = Duration.ofMillis(100);

    private final StateWriter writer;
    private final boolean countsUse;

    /**
     * Makes one.
     *
     * @param countsUse whether there are quotas or key pools, whose use changes with every request
     */
    StateKeeping(StateWriter writer, boolean countsUse) {
        this.writer = writer;
        this.countsUse = countsUse;
    }

    @Override
    public void mustLast() {
        writer.saveNow(AT_MOST);
    }

    @Override
    public void ended(RequestRecord request) {
        if (countsUse) {
            writer.saveSoon();
        }
    }
}
