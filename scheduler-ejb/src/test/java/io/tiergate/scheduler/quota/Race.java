package io.tiergate.scheduler.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Fifty threads that do the same at the same time, again and again. */
final class Race implements AutoCloseable {
    static final int THREADS = 50;
    static final int ROUNDS = 1_000;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Returns what each thread got; all stand at one barrier before they start. */
    <T> List<T> run(Callable<T> each) throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            running.add(threads.submit(() -> {
                start.await();
                return each.call();
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> thread : running) {
            results.add(thread.get());
        }
        return results;
    }

    @Override
    public void close() {
        threads.close();
    }
}
