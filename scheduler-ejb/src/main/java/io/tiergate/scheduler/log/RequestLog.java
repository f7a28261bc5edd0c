package io.tiergate.scheduler.log;

import io.tiergate.scheduler.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes records from requests without ever making one wait, and writes them a little later on a thread of its own. Where the
 * disk cannot follow, records are dropped and counted. Thread-safe.
 */
public final class RequestLog implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RequestLog.class.getName());

    /**
     * The most records that wait. Each is a few kilobytes at the most, as its texts are shortened, so that the queue stays below
     * 32 MiB; at 10,000 requests a second it holds eight rounds of the writer.
     */
    private static final int CAPACITY = 4096;

    /** How often the writer looks: late enough that a request never pays for waking it. A guess. */
    private static final Duration EVERY = Duration.ofMillis(50);

    /** A warning a minute says that records are dropped (S66). */
    private static final Duration WARN_EVERY = Duration.ofMinutes(1);

    private final BlockingQueue<RequestRecord> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong dropped = new AtomicLong();
    private final List<RecordSink> sinks;
    private final TimeSource time;
    private final Thread writer;
    private volatile boolean closed;
    private long warnedAt;
    private long warnedOf;

    /** Where records go. Used by the writer's thread only. */
    public interface RecordSink extends AutoCloseable {
        /** Writes some records, in order. */
        void write(List<RequestRecord> records) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Starts a log that writes to these sinks. */
    public RequestLog(List<RecordSink> sinks, TimeSource time) {
        this.sinks = List.copyOf(sinks);
        this.time = time;
        this.warnedAt = time.nanoTime() - WARN_EVERY.toNanos();
        this.writer = Thread.ofPlatform().name("tiergate-request-log").daemon().unstarted(this::run);
        writer.start();
    }

    /** Takes a record; never blocks. */
    public void add(RequestRecord record) {
        if (!queue.offer(record)) {
            dropped.incrementAndGet();
        }
    }

    /** Returns how many records were dropped since the start. */
    public long dropped() {
        return dropped.get();
    }

    /** Writes what waits and ends. */
    @Override
    public void close() {
        closed = true;
        writer.interrupt();
        try {
            writer.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        List<RequestRecord> batch = new ArrayList<>(CAPACITY);
        while (!closed || !queue.isEmpty()) {
            queue.drainTo(batch);
            for (RecordSink sink : sinks) {
                write(sink, batch);
            }
            batch.clear();
            warnOfDropped();
            pause();
        }
        for (RecordSink sink : sinks) {
            try {
                sink.close();
            } catch (IOException e) {
                warn("closing the request log failed: " + e.getMessage());
            }
        }
    }

    private void write(RecordSink sink, List<RequestRecord> batch) {
        try {
            if (!batch.isEmpty()) {
                sink.write(batch);
            }
        } catch (IOException e) {
            dropped.addAndGet(batch.size());
        }
    }

    private void pause() {
        try {
            if (!closed) {
                time.sleep(EVERY);
            }
        } catch (InterruptedException e) {
            closed = true; // close() woke us
        }
    }

    private void warnOfDropped() {
        long now = time.nanoTime();
        long all = dropped.get();
        if (all > warnedOf && now - warnedAt >= WARN_EVERY.toNanos()) {
            warn((all - warnedOf) + " records of the request log were dropped: its disk is full, slow or read-only");
            warnedAt = now;
            warnedOf = all;
        }
    }

    private static void warn(String message) {
        LOG.log(System.Logger.Level.WARNING, message);
    }
}
