package io.tiergate.scheduler.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A real folder whose disk fills up, fails or hangs when told to. */
final class ScriptedFolder extends Folder {
    enum Step {
        READ,
        WRITE,
        REPLACE,
        RENAME,
        SYNC
    }

    final AtomicInteger writes = new AtomicInteger();
    private volatile Step broken;
    private volatile String message;
    private volatile Semaphore gate;
    private volatile CountDownLatch arrived;

    /** From now on this step fails. */
    void breakAt(Step step, String how) {
        message = how;
        broken = step;
    }

    void mend() {
        broken = null;
    }

    /** From now on each write waits for a permit; returns what is counted down when the first one is there. */
    CountDownLatch hang() {
        arrived = new CountDownLatch(1);
        gate = new Semaphore(0);
        return arrived;
    }

    void goOn(int writes) {
        gate.release(writes);
    }

    @Override
    byte[] read(Path file) throws IOException {
        check(Step.READ);
        return super.read(file);
    }

    /** A full disk takes the first half. */
    @Override
    void writeNew(Path file, byte[] bytes) throws IOException {
        writes.incrementAndGet();
        if (gate != null) {
            arrived.countDown();
            gate.acquireUninterruptibly();
        }
        if (broken == Step.WRITE) {
            Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        }
        check(Step.WRITE);
        super.writeNew(file, bytes);
    }

    @Override
    void replace(Path from, Path to) throws IOException {
        check(Step.REPLACE);
        super.replace(from, to);
    }

    @Override
    void rename(Path from, Path to) throws IOException {
        check(Step.RENAME);
        super.rename(from, to);
    }

    @Override
    void sync(Path folder) throws IOException {
        check(Step.SYNC);
        super.sync(folder);
    }

    private void check(Step step) throws IOException {
        if (broken == step) {
            throw new IOException(message);
        }
    }
}
