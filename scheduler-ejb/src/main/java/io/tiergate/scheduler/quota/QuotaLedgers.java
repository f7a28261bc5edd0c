package io.tiergate.scheduler.quota;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** Keeps the ledger of each slot with a quota, by {@code <chain>|<source>|<model>|<tier>}, while snapshots come and go. Thread-safe. */
public final class QuotaLedgers {
    private final Map<String, QuotaLedger> bySlot = new ConcurrentHashMap<>();
    private final Map<String, SlotUsage> kept = new ConcurrentHashMap<>();
    private volatile Instant keptAsOf = Instant.EPOCH;

    /** Returns the name of a slot's ledger in the state file (SPEC 7). */
    public static String name(String chain, String source, String model, int tier) {
        return chain + '|' + source + '|' + model + '|' + tier;
    }

    /** Returns the ledger of that name on these terms; what was used under others stays. */
    public QuotaLedger ledger(String name, long limit, Period period) {
        QuotaLedger ledger = bySlot.computeIfAbsent(name, n -> {
            SlotUsage usage = kept.remove(n);
            return usage == null
                    ? new QuotaLedger(limit, period)
                    : QuotaLedger.restored(limit, period, usage, keptAsOf);
        });
        ledger.change(limit, period);
        return ledger;
    }

    /** Returns the ledger of that name, null where there is none. */
    public QuotaLedger ledger(String name) {
        return bySlot.get(name);
    }

    /** Takes over what was kept; ledgers that are asked for from now on go on from there. */
    public void restore(Map<String, SlotUsage> usage, Instant now) {
        keptAsOf = now;
        kept.putAll(usage);
    }

    /** Visits all by name, in order. */
    public void forEach(BiConsumer<String, QuotaLedger> visitor) {
        new TreeMap<>(bySlot).forEach(visitor);
    }
}
