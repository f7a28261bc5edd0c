package io.tiergate.scheduler.source;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where a source's keys are being spent (SPEC 6): the cursors of {@code key_first}, as indexes into its enabled keys and into the
 * models of its chain. Thread-safe.
 */
public final class KeyPool {
    private final AtomicInteger key = new AtomicInteger();
    private final Map<String, AtomicInteger> modelByKey = new ConcurrentHashMap<>();

    /** Returns the index of the key that is spent now. May lie beyond the keys of a configuration that has fewer. */
    public int key() {
        return key.get();
    }

    /** Returns the index of the model that is spent now with the key of this hash. */
    public int model(String keyHash) {
        AtomicInteger cursor = modelByKey.get(keyHash);
        return cursor == null ? 0 : cursor.get();
    }

    /** Moves the cursor to another key; returns whether that moved it. */
    public boolean spendKey(int index) {
        return key.getAndSet(index) != index;
    }

    /** Moves a key's cursor to another model; returns whether that moved it. */
    public boolean spendModel(String keyHash, int index) {
        return modelByKey.computeIfAbsent(keyHash, k -> new AtomicInteger()).getAndSet(index) != index;
    }
}
