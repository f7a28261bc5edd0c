package io.tiergate.scheduler.chain;

import io.tiergate.scheduler.health.Cooldown;
import io.tiergate.scheduler.health.SlotHealth;
import io.tiergate.scheduler.health.Standing;
import io.tiergate.scheduler.quota.QuotaLedger;
import io.tiergate.scheduler.source.KeyPool;
import io.tiergate.scheduler.source.SourceKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One request's way through a chain (SPEC 4 and 5): tier by tier, inside a tier the healthy candidates in the strategy's order,
 * behind them those that wait for a probe. A (source, key, model) is given once. For one thread.
 */
public final class ChainWalk {
    /** Turns for "least recently used": one for each admission, over all chains. */
    private static final AtomicLong TURN = new AtomicLong();

    /** When to ask again for what a request under way holds (SPEC 4). */
    private static final long BUSY = Duration.ofSeconds(1).toNanos();

    private enum Use {
        ORDINARY,
        PROBE
    }

    private final Chain chain;
    private final Demand demand;
    private final Set<Tried> tried = new HashSet<>(4);
    private final Set<String> deadKeys = new HashSet<>(2);
    private final ArrayList<Slot> candidates;
    private boolean cursorsMoved;
    private int leftTier;
    private int leastWindow;

    private record Tried(String source, String keyHash, String model) {}

    /** Why a slot is not a candidate, for the report. {@code freeInNanos} is empty where nothing ever frees by itself. */
    public record PassedOver(Slot slot, String reason, String message, OptionalLong freeInNanos) {}

    /** Starts at the chain's first tier. */
    public ChainWalk(Chain chain, Demand demand) {
        this.chain = chain;
        this.demand = demand;
        this.candidates = new ArrayList<>(
                chain.tiers().isEmpty() ? 0 : chain.tiers().getFirst().slots().size());
    }

    /** Returns the next candidate, let in; empty where none is left. */
    public Optional<Admission> next(long now) {
        Optional<Admission> guarded = next(now, true);
        return guarded.isPresent() ? guarded : next(now, false);
    }

    /** Says that no source with this key is to be tried any more: its credentials were refused. */
    public void keyIsDead(String keyHash) {
        if (!keyHash.isEmpty()) {
            deadKeys.add(keyHash);
        }
    }

    /** Returns whether the tier of this slot has a candidate that was not tried yet. */
    public boolean tierHasAnother(Slot slot, long now) {
        for (Tier tier : chain.tiers()) {
            if (tier.number() == slot.tier()) {
                collect(tier, now, true, Use.ORDINARY);
                if (candidates.isEmpty()) {
                    collect(tier, now, true, Use.PROBE);
                }
                return !candidates.isEmpty();
            }
        }
        return false;
    }

    /** Says that no slot of this tier is to be tried any more. */
    public void leaveTier(int tier) {
        leftTier = Math.max(leftTier, tier);
    }

    /** Says that the prompt was too long for this window: only slots with a larger one, or an unknown one, are left. */
    public void onlyWindowsAbove(OptionalInt window) {
        leastWindow = Math.max(leastWindow, window.orElse(0) + 1);
    }

    /** Returns how each slot stands now, in the chain's order, whether it was tried or not. */
    public List<PassedOver> standing(long now) {
        List<PassedOver> all = new ArrayList<>();
        for (Tier tier : chain.tiers()) {
            for (Slot slot : tier.slots()) {
                all.add(reason(slot, now));
            }
        }
        return all;
    }

    private Optional<Admission> next(long now, boolean guarded) {
        for (Tier tier : chain.tiers()) {
            for (Use use : guarded ? Use.values() : new Use[] {Use.ORDINARY}) {
                Optional<Admission> admission = chain.strategy().spendsKeysInTurn()
                        ? keyByKey(tier, now, guarded, use)
                        : slotBySlot(tier, now, guarded, use);
                if (admission.isPresent()) {
                    return admission;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Admission> slotBySlot(Tier tier, long now, boolean guarded, Use use) {
        collect(tier, now, guarded, use);
        while (!candidates.isEmpty()) {
            int i = chain.strategy().choose(candidates, now);
            Slot slot = candidates.get(i);
            Optional<Admission> admission = admit(slot, now, guarded);
            if (admission.isPresent()) {
                return admission;
            }
            candidates.remove(i); // another request was faster
        }
        return Optional.empty();
    }

    /** SPEC 6: pool by pool; inside one, key by key from its cursor on; with one key, model by model from that key's cursor on. */
    private Optional<Admission> keyByKey(Tier tier, long now, boolean guarded, Use use) {
        for (List<Slot> pool : tier.bySource()) {
            KeyPool cursors = pool.getFirst().source().pool();
            int keys = pool.getFirst().keys().size();
            for (int k = 0; k < keys; k++) {
                int key = Math.floorMod(cursors.key() + k, keys);
                int firstModel = cursors.model(pool.getFirst().keys().get(key).hash());
                for (int m = 0; m < pool.size(); m++) {
                    int model = Math.floorMod(firstModel + m, pool.size());
                    Slot slot = pool.get(model);
                    if (mayTake(slot, now) && mayUse(slot, key, now, guarded, use)) {
                        Optional<Admission> admission = admit(slot, key, now, guarded);
                        if (admission.isPresent()) {
                            follow(cursors, pool, key, model, now);
                            return admission;
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Moves the cursors to what was let in, but only away from what is spent: a key whose every model is spent, a model that is. What
     * is passed over for seconds, after a 429 or a 500, stays the one to go on with.
     */
    private void follow(KeyPool cursors, List<Slot> pool, int key, int model, long now) {
        List<SourceKey> keys = pool.getFirst().keys();
        int spentKey = Math.floorMod(cursors.key(), keys.size());
        if (key != spentKey && pool.stream().allMatch(s -> s.isSpent(spentKey, now))) {
            cursorsMoved |= cursors.spendKey(key);
        }
        String hash = keys.get(key).hash();
        int spentModel = Math.floorMod(cursors.model(hash), pool.size());
        if (model != spentModel && pool.get(spentModel).isSpent(key, now)) {
            cursorsMoved |= cursors.spendModel(hash, model);
        }
    }

    /** Returns whether this request moved a cursor of a key pool. */
    public boolean cursorsMoved() {
        return cursorsMoved;
    }

    private void collect(Tier tier, long now, boolean guarded, Use use) {
        candidates.clear();
        for (Slot slot : tier.slots()) {
            if (key(slot, now, guarded, use) >= 0) {
                candidates.add(slot);
            }
        }
    }

    private Optional<Admission> admit(Slot slot, long now, boolean guarded) {
        for (Use use : Use.values()) {
            int key = key(slot, now, guarded, use);
            if (key >= 0) {
                return admit(slot, key, now, guarded);
            }
        }
        return Optional.empty();
    }

    private Optional<Admission> admit(Slot slot, int key, long now, boolean guarded) {
        Optional<Admission> admission = Admission.of(slot, key, demand, now, guarded);
        if (admission.isPresent()) {
            long turn = TURN.incrementAndGet();
            slot.used(turn);
            slot.keys().get(key).touch(turn);
            tried.add(tried(slot, key));
        }
        return admission;
    }

    /** Returns the least recently used key with which the slot may be used that way now, or -1. */
    private int key(Slot slot, long now, boolean guarded, Use use) {
        if (!mayTake(slot, now)) {
            return -1;
        }
        int chosen = -1;
        for (int i = 0; i < slot.keys().size(); i++) {
            if (mayUse(slot, i, now, guarded, use)
                    && (chosen < 0
                            || slot.keys().get(i).lastUsed()
                                    < slot.keys().get(chosen).lastUsed())) {
                chosen = i;
            }
        }
        return chosen;
    }

    private boolean mayTake(Slot slot, long now) {
        return slot.hasFreePermit()
                && slot.tier() > leftTier
                && (leastWindow == 0 || slot.model().contextWindow().orElse(Integer.MAX_VALUE) >= leastWindow)
                && (!slot.isLimited() || isWithinLimits(slot, now));
    }

    private boolean isWithinLimits(Slot slot, long now) {
        long estimate = demand.estimate(slot);
        return (slot.quota() == null
                        || slot.quota().hasRoomFor(estimate, demand.clock().get()))
                && slot.source().rate().nanosUntilFree(estimate, now) == 0;
    }

    private boolean mayUse(Slot slot, int key, long now, boolean guarded, Use use) {
        return usable(slot.standing(key, now), guarded, use)
                && (deadKeys.isEmpty()
                        || !deadKeys.contains(slot.keys().get(key).hash()))
                && (tried.isEmpty() || !tried.contains(tried(slot, key)));
    }

    private static boolean usable(Standing standing, boolean guarded, Use use) {
        return switch (standing) {
            case HEALTHY, RECOVERING -> use == Use.ORDINARY;
            case AWAITING_PROBE -> use == Use.PROBE;
            case RECOVERING_BUSY -> !guarded && use == Use.ORDINARY;
            case COOLING, PROBING -> false;
        };
    }

    private static Tried tried(Slot slot, int key) {
        return new Tried(
                slot.source().name(), slot.keys().get(key).hash(), slot.model().id());
    }

    private PassedOver reason(Slot slot, long now) {
        PassedOver soonest = null;
        for (int i = 0; i < slot.keys().size(); i++) {
            PassedOver here = reason(slot, i, now);
            if (soonest == null || isSooner(here, soonest)) {
                soonest = here;
            }
        }
        return soonest == null
                ? new PassedOver(slot, "disabled", "every key of this source is disabled", OptionalLong.empty())
                : soonest;
    }

    private static boolean isSooner(PassedOver a, PassedOver b) {
        return a.freeInNanos().orElse(Long.MAX_VALUE) < b.freeInNanos().orElse(Long.MAX_VALUE);
    }

    private PassedOver reason(Slot slot, int key, long now) {
        if (deadKeys.contains(slot.keys().get(key).hash())) {
            return new PassedOver(slot, "credentials", "the key was refused at another source", OptionalLong.empty());
        }
        Optional<Cooldown> cooling = Optional.empty();
        for (SlotHealth health : List.of(slot.health(), slot.keys().get(key).health(), slot.keyModelHealth(key))) {
            Standing standing = health.standing(now, slot.probeLimit());
            if (standing == Standing.COOLING || standing == Standing.PROBING) {
                cooling = health.window().filter(w -> isLater(w, now)).or(() -> health.window());
            }
        }
        if (cooling.isPresent()) {
            Cooldown w = cooling.get();
            long free = Math.max(0, (w.silentUntil() - now > 0 ? w.silentUntil() : w.until()) - now);
            return new PassedOver(slot, w.cause().id(), w.error(), OptionalLong.of(free));
        }
        Optional<PassedOver> limit = slot.isLimited() ? limit(slot, now) : Optional.empty();
        if (limit.isPresent()) {
            return limit.get();
        }
        if (!slot.hasFreePermit()) {
            return new PassedOver(
                    slot,
                    "saturated",
                    "all " + slot.source().config().maxConcurrent() + " permits are in use",
                    OptionalLong.of(BUSY));
        }
        return new PassedOver(slot, "not_tried", "the request's attempts or time ran out first", OptionalLong.of(0));
    }

    private Optional<PassedOver> limit(Slot slot, long now) {
        QuotaLedger quota = slot.quota();
        long estimate = demand.estimate(slot);
        if (quota != null) {
            Instant instant = demand.clock().get();
            if (quota.isUsedUp(instant)) {
                return Optional.of(new PassedOver(
                        slot,
                        "quota_used_up",
                        "the quota of " + quota.limit() + " tokens is used up",
                        quota.freeAt(instant)
                                .map(at -> OptionalLong.of(
                                        Duration.between(instant, at).toNanos()))
                                .orElse(OptionalLong.empty())));
            }
            if (!quota.hasRoomFor(estimate, instant)) {
                return Optional.of(new PassedOver(
                        slot,
                        "quota_used_up",
                        "requests under way hold the rest of the quota of " + quota.limit() + " tokens",
                        OptionalLong.of(BUSY)));
            }
        }
        long wait = slot.source().rate().nanosUntilFree(estimate, now);
        return wait == 0
                ? Optional.empty()
                : Optional.of(new PassedOver(
                        slot, "rate_limited", "the source's own limit a minute is reached", OptionalLong.of(wait)));
    }

    private static boolean isLater(Cooldown window, long now) {
        return window.silentUntil() - now > 0;
    }
}
