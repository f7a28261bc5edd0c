package io.tiergate.adapters.lua;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnTest {
    private static final long LONG = TimeUnit.MINUTES.toNanos(1);

    private final Semaphore places = new Semaphore(1, true);

    @Test
    void aTurnIsOverAfterTwoMillisecondsOnAVirtualThreadOnly() throws Exception {
        Turn turn = new Turn(places);
        turn.begin(5);
        assertThat(turn.isOver(5 + Turn.LENGTH + 1)).as("on a platform thread").isFalse();
        AtomicBoolean atTheLength = new AtomicBoolean();
        AtomicBoolean beyond = new AtomicBoolean();
        Thread.ofVirtual()
                .start(() -> {
                    atTheLength.set(turn.isOver(5 + Turn.LENGTH));
                    beyond.set(turn.isOver(5 + Turn.LENGTH + 1));
                })
                .join();
        assertThat(atTheLength).isFalse();
        assertThat(beyond).isTrue();
    }

    @Test
    void aSecondLongCallWaitsUntilTheFirstPassesItsPlaceOn() throws Exception {
        CountDownLatch firstHasIt = new CountDownLatch(1);
        CountDownLatch secondHadIt = new CountDownLatch(1);
        Thread first = Thread.ofVirtual().start(() -> {
            Turn turn = new Turn(places);
            turn.pass(LONG);
            firstHasIt.countDown();
            while (!places.hasQueuedThreads()) {
                Thread.onSpinWait();
            }
            assertThat(secondHadIt.getCount()).isEqualTo(1);
            turn.pass(LONG);
            turn.end();
        });
        firstHasIt.await();
        Thread second = Thread.ofVirtual().start(() -> {
            Turn turn = new Turn(places);
            if (turn.pass(LONG)) {
                secondHadIt.countDown();
            }
            turn.end();
        });
        first.join();
        second.join();
        assertThat(secondHadIt.getCount()).isZero();
        assertThat(places.availablePermits()).as("given back on the way out").isEqualTo(1);
    }

    @Test
    void aCallWithoutTimeLeftOrInterruptedGetsNoTurn() throws Exception {
        places.acquire();
        Turn turn = new Turn(places);
        assertThat(turn.pass(0)).isFalse();
        Thread.currentThread().interrupt();
        assertThat(turn.pass(LONG)).isFalse();
        assertThat(Thread.interrupted()).as("left for whoever waits for it").isTrue();
        turn.end();
        assertThat(places.availablePermits()).isZero();
    }

    @Test
    void aScriptThatFailsGivesItsPlaceBack() throws Exception {
        int free = Turn.PLACES.availablePermits();
        Lua lua = new Lua();
        lua.step.set(TimeUnit.MILLISECONDS.toNanos(3));
        AtomicBoolean failed = new AtomicBoolean();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        lua.eval("while true do end");
                    } catch (RuntimeException e) {
                        failed.set(true);
                    }
                })
                .join();
        assertThat(failed).isTrue();
        assertThat(Turn.PLACES.availablePermits()).isEqualTo(free);
    }
}
