package io.tiergate.scheduler.chain;

import io.tiergate.adapter.failure.Failure;
import io.tiergate.adapter.failure.FailureScope;
import io.tiergate.scheduler.health.Cooldown;
import io.tiergate.scheduler.health.CooldownPolicy;
import io.tiergate.scheduler.health.SlotHealth;
import io.tiergate.scheduler.health.SlotHealth.Entry;
import io.tiergate.scheduler.source.SourceKey;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A candidate that was let in: it holds a permit of its source, its part of the limits and, where it is a probe, a probe's place. Exactly one of
 * {@link #succeeded}, {@link #failed} and {@link #left} gives them back; what comes after the first does nothing. Thread-safe.
 */
public final class Admission {
    private final Slot slot;
    private final int key;
    private final long startedAt;
    private final Entry bySlot;
    private final Entry byKey;
    private final Entry byKeyModel;
    private final Holding holding;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Admission(
            Slot slot, int key, long startedAt, Entry bySlot, Entry byKey, Entry byKeyModel, Holding holding) {
        this.holding = holding;
        this.slot = slot;
        this.key = key;
        this.startedAt = startedAt;
        this.bySlot = bySlot;
        this.byKey = byKey;
        this.byKeyModel = byKeyModel;
    }

    /** Tries to let (slot, key) in now; all or nothing. */
    static Optional<Admission> of(Slot slot, int key, Demand demand, long now, boolean guarded) {
        Optional<Holding> holding = Holding.of(slot, demand, now);
        if (holding.isEmpty()) {
            return Optional.empty();
        }
        int limit = slot.probeLimit();
        SlotHealth keyHealth = slot.keys().get(key).health();
        Entry bySlot = slot.health().tryEnter(now, limit, guarded);
        if (bySlot != Entry.REFUSED) {
            Entry byKey = keyHealth.tryEnter(now, limit, guarded);
            if (byKey != Entry.REFUSED) {
                Entry byKeyModel = slot.keyModelHealth(key).tryEnter(now, limit, guarded);
                if (byKeyModel != Entry.REFUSED) {
                    return Optional.of(new Admission(slot, key, now, bySlot, byKey, byKeyModel, holding.get()));
                }
                keyHealth.left(byKey);
            }
            slot.health().left(bySlot);
        }
        holding.get().giveBack();
        return Optional.empty();
    }

    /** Returns the slot. */
    public Slot slot() {
        return slot;
    }

    /** Returns the key to send. */
    public SourceKey key() {
        return slot.keys().get(key);
    }

    /** Returns when it was let in; nanoseconds. */
    public long startedAt() {
        return startedAt;
    }

    /** Returns whether it is a probe, or a trial after a window. */
    public boolean probe() {
        return bySlot == Entry.PROBE || byKey == Entry.PROBE || byKeyModel == Entry.PROBE;
    }

    /**
     * Books what the attempt used, before it ends. Without this it used nothing.
     *
     * @param tokens prompt and answer
     * @param estimated whether no upstream reported them
     * @return whether this used the slot's quota up
     */
    public boolean used(long tokens, boolean estimated, Instant now) {
        return holding.used(tokens, estimated, now);
    }

    /**
     * The attempt served its request.
     *
     * @return the cooldown of the slot that this closed, if any
     */
    public Optional<Cooldown> succeeded(long now) {
        if (!ended.compareAndSet(false, true)) {
            return Optional.empty();
        }
        Optional<Cooldown> closed = slot.health().succeeded(bySlot, startedAt);
        Optional<Cooldown> closedKey = key().health().succeeded(byKey, startedAt);
        Optional<Cooldown> closedKeyModel = slot.keyModelHealth(key).succeeded(byKeyModel, startedAt);
        if (closed.isPresent()) {
            slot.window().reset();
        }
        slot.window().record(false, now);
        holding.end();
        return closed.or(() -> closedKey).or(() -> closedKeyModel);
    }

    /**
     * The attempt failed.
     *
     * @return the cooldown that this opened, if any
     */
    public Optional<Cooldown> failed(Failure failure, CooldownPolicy policy, long now) {
        if (!ended.compareAndSet(false, true)) {
            return Optional.empty();
        }
        FailureScope scope = failure.scope();
        Optional<Cooldown> opened =
                settle(slot.health(), bySlot, scope == FailureScope.SOURCE_MODEL, failure, policy, now);
        Optional<Cooldown> openedKey =
                settle(key().health(), byKey, scope == FailureScope.SOURCE_KEY, failure, policy, now);
        Optional<Cooldown> openedKeyModel = settle(
                slot.keyModelHealth(key), byKeyModel, scope == FailureScope.SOURCE_KEY_MODEL, failure, policy, now);
        if (CooldownPolicy.countsAsFailure(failure.failureClass())) {
            slot.window().record(true, now);
        }
        holding.end();
        return opened.or(() -> openedKey).or(() -> openedKeyModel);
    }

    /** The attempt said nothing about the source: the client left, or the request itself was at fault. */
    public void left() {
        if (ended.compareAndSet(false, true)) {
            slot.health().left(bySlot);
            key().health().left(byKey);
            slot.keyModelHealth(key).left(byKeyModel);
            holding.end();
        }
    }

    private Optional<Cooldown> settle(
            SlotHealth health, Entry entry, boolean inScope, Failure failure, CooldownPolicy policy, long now) {
        if (inScope) {
            return health.failed(entry, startedAt, failure, policy, now);
        }
        health.left(entry);
        return Optional.empty();
    }
}
