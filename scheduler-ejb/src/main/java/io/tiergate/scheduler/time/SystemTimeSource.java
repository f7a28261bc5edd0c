package io.tiergate.scheduler.time;

import java.time.Duration;
import java.time.Instant;

/** The clock of this machine. */
final class SystemTimeSource implements TimeSource {
    static final TimeSource INSTANCE = new SystemTimeSource();

    private SystemTimeSource() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
    }
}
