package io.tiergate.scheduler.state;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.scheduler.state.ScriptedFolder.Step;
import io.tiergate.scheduler.time.FakeTime;
import io.tiergate.scheduler.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first half drives the writer by hand on fake time, the second half lets its thread run and uses gates. */
@Timeout(60)
class StateWriterTest {
    private static final Duration LONG = ofSeconds(30);

    @TempDir
    Path folder;

    private final FakeTime time = new FakeTime();
    private final ScriptedFolder disk = new ScriptedFolder();
    private final AtomicLong value = new AtomicLong();
    private final List<Optional<String>> told = new CopyOnWriteArrayList<>();
    private LogLines log;

    @BeforeEach
    void listen() {
        log = new LogLines(StateWriter.class);
    }

    @AfterEach
    void stopListening() {
        log.close();
    }

    @Test
    void soonIsWithinASecondAndABurstIsOneWrite() {
        StateWriter writer = byHand();
        writer.saveSoon();
        time.advance(ofMillis(500));
        writer.saveSoon();
        writer.turn();
        time.advance(ofMillis(400).minusNanos(1));
        value.set(7);
        writer.turn();
        assertThat(disk.writes).hasValue(0);
        time.advance(ofNanos(1));
        writer.turn();
        time.advance(ofSeconds(5));
        writer.turn();
        assertThat(disk.writes).hasValue(1);
        assertThat(onDisk()).isEqualTo(7);
    }

    @Test
    void nowDoesNotWaitForWhatWasAskedSoon() {
        StateWriter writer = byHand();
        writer.saveSoon();
        writer.saveNow(ZERO);
        writer.turn();
        assertThat(disk.writes).hasValue(1);
        time.advance(ofSeconds(5));
        writer.turn();
        assertThat(disk.writes).hasValue(1);
    }

    @Test
    void soonAfterNowDoesNotPutItOff() {
        StateWriter writer = byHand();
        writer.saveNow(ZERO);
        writer.saveSoon();
        writer.turn();
        assertThat(disk.writes).hasValue(1);
    }

    @Test
    void withoutAnAskNothingIsWritten() {
        StateWriter writer = byHand();
        time.advance(ofSeconds(5));
        writer.turn();
        assertThat(disk.writes).hasValue(0);
    }

    @Test
    void anyBoundWillDo() {
        StateWriter writer = byHand();
        assertThat(writer.saveNow(ofSeconds(-1))).isFalse();
        assertThat(writer.saveNow(ofSeconds(Long.MIN_VALUE))).isFalse();
    }

    @Test
    void afterAFailureItIsTriedAgainASecondLaterWhateverIsAsked() {
        StateWriter writer = byHand();
        failed(writer);
        writer.saveSoon();
        time.advance(ofSeconds(1).minusNanos(1));
        assertThat(writer.saveNow(ZERO)).isFalse();
        writer.turn();
        assertThat(disk.writes).hasValue(1);
        disk.mend();
        time.advance(ofNanos(1));
        writer.turn();
        assertThat(disk.writes).hasValue(2);
        assertThat(onDisk()).isEqualTo(5);
        time.advance(ofSeconds(5));
        writer.turn();
        assertThat(disk.writes).hasValue(2);
    }

    @Test
    void afterAFailureNobodyWaitsInVainForATryBeyondTheBound() {
        StateWriter writer = byHand();
        failed(writer);
        // would time out the test, or wait for real, if it waited: the bound lies before the next try
        long before = System.nanoTime();
        assertThat(writer.saveNow(ofSeconds(1).minusNanos(1))).isFalse();
        assertThat(System.nanoTime() - before).isLessThan(ofMillis(900).toNanos());
    }

    @Test
    void troubleIsToldOncePerChangeNotForEachTry() {
        StateWriter writer = byHand();
        assertThat(writer.trouble()).isEmpty();
        failed(writer);
        retry(writer);
        retry(writer);
        assertThat(writer.trouble()).contains("IOException: No space left on device");
        disk.breakAt(Step.WRITE, "Read-only file system");
        retry(writer);
        retry(writer);
        disk.mend();
        retry(writer);
        assertThat(writer.trouble()).isEmpty();
        assertThat(told)
                .containsExactly(
                        Optional.of("IOException: No space left on device"),
                        Optional.of("IOException: Read-only file system"),
                        Optional.empty());
        assertThat(log.lines()).hasSize(3);
        assertThat(log.lines().get(0)).startsWith("ERROR GW3103").contains("No space left on device");
        assertThat(log.lines().get(2)).startsWith("INFO GW3104");
    }

    @Test
    void aSupplierThatThrowsIsTroubleToo() {
        StateFile file = new StateFile(path(), time, disk);
        file.load();
        StateWriter writer = new StateWriter(
                file,
                () -> {
                    throw new IllegalStateException("sk-secret");
                },
                time,
                told::add);
        writer.saveNow(ZERO);
        writer.turn();
        assertThat(writer.trouble()).contains("java.lang.IllegalStateException (a bug)");
    }

    @Test
    void aListenerThatThrowsHarmsNothing() {
        StateFile file = new StateFile(path(), time, disk);
        file.load();
        StateWriter writer = new StateWriter(file, PersistedState::empty, time, trouble -> {
            throw new IllegalStateException();
        });
        disk.breakAt(Step.WRITE, "No space left on device");
        writer.saveNow(ZERO);
        writer.turn();
        disk.mend();
        retry(writer);
        assertThat(writer.trouble()).isEmpty();
    }

    @Test
    void nowIsOnDiskWhenItReturns() {
        try (StateWriter writer = running()) {
            for (int i = 1; i <= 5; i++) {
                value.set(i);
                assertThat(writer.saveNow(LONG)).isTrue();
                assertThat(onDisk()).isEqualTo(i);
            }
        }
    }

    @Test
    void aWriteThatBeganBeforeTheCallIsNotEnough() throws Exception {
        CountDownLatch hanging = disk.hang();
        try (StateWriter writer = running();
                ExecutorService callers = Executors.newCachedThreadPool()) {
            value.set(1);
            Future<Boolean> first = callers.submit(() -> writer.saveNow(LONG));
            hanging.await();
            value.set(2); // too late for the write that hangs
            Future<Boolean> second = callers.submit(() -> writer.saveNow(LONG));
            untilWaiting(writer, 2);
            disk.goOn(1);
            assertThat(first.get()).isTrue();
            assertThat(second.isDone()).isFalse();
            disk.goOn(100);
            assertThat(second.get()).isTrue();
            assertThat(onDisk()).isEqualTo(2);
        }
    }

    @Test
    void onASlowDiskNowGivesUpAtItsBoundAndTheWriteEndsLater() throws Exception {
        CountDownLatch hanging = disk.hang();
        try (StateWriter writer = running()) {
            value.set(3);
            assertThat(writer.saveNow(ofMillis(1))).isFalse();
            hanging.await();
            disk.goOn(100);
        }
        assertThat(onDisk()).isEqualTo(3);
    }

    @Test
    void onAFullDiskNowReturnsAtOnceWithTheOldFileWhole() {
        try (StateWriter writer = running()) {
            value.set(1);
            assertThat(writer.saveNow(LONG)).isTrue();
            value.set(2);
            disk.breakAt(Step.WRITE, "No space left on device");
            assertThat(writer.saveNow(ofMillis(100))).isFalse();
            assertThat(onDisk()).isEqualTo(1);
            disk.mend();
        }
        assertThat(onDisk()).isEqualTo(2);
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() throws Exception {
        CountDownLatch hanging = disk.hang();
        try (StateWriter writer = running()) {
            writer.saveNow(ZERO);
            hanging.await();
            Thread.currentThread().interrupt();
            assertThat(writer.saveNow(LONG)).isFalse();
            assertThat(Thread.interrupted()).isTrue();
            disk.goOn(100);
        }
    }

    @Test
    void closeWritesALastTimeEvenUnasked() {
        StateWriter writer = running();
        value.set(9);
        writer.close();
        assertThat(onDisk()).isEqualTo(9);
        value.set(10);
        writer.saveSoon();
        assertThat(writer.saveNow(LONG)).isFalse();
        writer.close();
        assertThat(onDisk()).isEqualTo(9);
    }

    @Test
    void allWhoCallDuringOneWriteShareTheNext() throws Exception {
        int callers = 16;
        CountDownLatch hanging = disk.hang();
        try (StateWriter writer = running();
                ExecutorService pool = Executors.newCachedThreadPool()) {
            writer.saveNow(ZERO);
            hanging.await();
            List<Future<Boolean>> results = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                results.add(pool.submit(() -> {
                    value.incrementAndGet();
                    return writer.saveNow(LONG);
                }));
            }
            untilWaiting(writer, callers);
            disk.goOn(100);
            for (Future<Boolean> result : results) {
                assertThat(result.get()).isTrue();
            }
            assertThat(disk.writes).hasValue(2);
            assertThat(onDisk()).isEqualTo(callers);
        }
    }

    @Test
    void manyThreadsNeedFarFewerWritesAndEachFindsItsOwnOnDisk() throws Exception {
        int threads = 16;
        int each = 25;
        AtomicLong[] counters = new AtomicLong[threads];
        for (int i = 0; i < threads; i++) {
            counters[i] = new AtomicLong();
        }
        StateFile file = new StateFile(path(), TimeSource.system(), disk);
        file.load();
        try (StateWriter writer = StateWriter.start(file, () -> counters(counters), TimeSource.system(), told::add);
                ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int mine = i;
                results.add(pool.submit(() -> {
                    for (long n = 1; n <= each; n++) {
                        counters[mine].set(n);
                        assertThat(writer.saveNow(LONG)).isTrue();
                        assertThat(stored(String.valueOf(mine))).isEqualTo(n);
                    }
                    return null;
                }));
            }
            for (Future<Void> result : results) {
                result.get(LONG.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(disk.writes.get()).isLessThan(threads * each / 2);
        }
        assertThat(told).isEmpty();
    }

    private static PersistedState counters(AtomicLong[] counters) {
        Map<String, RuntimeValue> values = new HashMap<>();
        for (int i = 0; i < counters.length; i++) {
            values.put(String.valueOf(i), new RuntimeValue(counters[i].toString(), 0));
        }
        return new PersistedState(Map.of(), values, Map.of(), Map.of());
    }

    /** A first write of the value 5 has just failed. */
    private void failed(StateWriter writer) {
        disk.breakAt(Step.WRITE, "No space left on device");
        value.set(5);
        writer.saveNow(ZERO);
        writer.turn();
        assertThat(disk.writes).hasValue(1);
    }

    private void retry(StateWriter writer) {
        time.advance(StateWriter.RETRY);
        writer.turn();
    }

    private StateWriter byHand() {
        StateFile file = new StateFile(path(), time, disk);
        file.load();
        return new StateWriter(file, this::state, time, told::add);
    }

    private StateWriter running() {
        StateFile file = new StateFile(path(), TimeSource.system(), disk);
        file.load();
        return StateWriter.start(file, this::state, TimeSource.system(), told::add);
    }

    private PersistedState state() {
        return new PersistedState(Map.of(), Map.of("value", new RuntimeValue(value.toString(), 0)), Map.of(), Map.of());
    }

    private long onDisk() {
        return stored("value");
    }

    private long stored(String name) {
        return Long.parseLong(
                new StateFile(path(), time).load().runtimeState().get(name).value());
    }

    private Path path() {
        return folder.resolve("proxy-state.json");
    }

    private static void untilWaiting(StateWriter writer, int callers) {
        while (writer.waiting() < callers) {
            Thread.onSpinWait();
        }
    }
}
