package io.tiergate.scheduler.health;

import io.tiergate.adapter.failure.Failure;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The cooldown of one scope: a source's model, or one of its keys, or both. Thread-safe without a lock.
 *
 * <p>An attempt asks {@link #tryEnter} and, where it is let in, says exactly once how it ended: {@link #succeeded},
 * {@link #failed} or {@link #left}. Whoever is let in as a probe or trial holds a place until then.
 */
public final class SlotHealth {
    /** How an attempt was let in. */
    public enum Entry {
        /** Not let in. */
        REFUSED,
        /** As an ordinary request; holds no place. */
        ORDINARY,
        /** As a probe inside the window, or as a trial after it; holds one place. */
        PROBE
    }

    /**
     * @param window the last window, null after a success
     * @param places places taken by probes and trials
     */
    private record State(Cooldown window, int places) {}

    private static final State HEALTHY = new State(null, 0);

    private final AtomicReference<State> state = new AtomicReference<>(HEALTHY);

    /** Returns how it stands at a time. {@code limit} is the most probes at a time, at least 1. */
    public Standing standing(long now, int limit) {
        return standing(state.get(), now, limit);
    }

    private static Standing standing(State s, long now, int limit) {
        Cooldown window = s.window;
        if (window == null) {
            return Standing.HEALTHY;
        }
        boolean full = s.places >= limit;
        if (now - window.until() >= 0) {
            return full ? Standing.RECOVERING_BUSY : Standing.RECOVERING;
        }
        if (now - window.silentUntil() >= 0) {
            return full ? Standing.PROBING : Standing.AWAITING_PROBE;
        }
        return Standing.COOLING;
    }

    /** Returns the window that is open or has no success after it, if any. */
    public Optional<Cooldown> window() {
        return Optional.ofNullable(state.get().window);
    }

    /**
     * Asks to go in now.
     *
     * @param limit the most probes at a time
     * @param guarded whether the guard after a window holds; false where nothing else in the chain is usable
     */
    public Entry tryEnter(long now, int limit, boolean guarded) {
        while (true) {
            State s = state.get();
            switch (standing(s, now, limit)) {
                case HEALTHY -> {
                    return Entry.ORDINARY;
                }
                case COOLING, PROBING -> {
                    return Entry.REFUSED;
                }
                case RECOVERING_BUSY -> {
                    return guarded ? Entry.REFUSED : Entry.ORDINARY;
                }
                case AWAITING_PROBE, RECOVERING -> {
                    if (state.compareAndSet(s, new State(s.window, s.places + 1))) {
                        return Entry.PROBE;
                    }
                }
            }
        }
    }

    /**
     * An attempt succeeded: failures and cooldown are cleared, unless the window opened after the attempt started.
     *
     * @return the window that this success closed, if any
     */
    public Optional<Cooldown> succeeded(Entry entry, long startedAt) {
        while (true) {
            State s = state.get();
            boolean clears = s.window != null && startedAt - s.window.openedAt() > 0;
            State next = new State(clears ? null : s.window, s.places - places(entry));
            if (next.equals(s)) {
                return Optional.empty();
            }
            if (state.compareAndSet(s, next.window == null && next.places == 0 ? HEALTHY : next)) {
                return clears ? Optional.of(s.window) : Optional.empty();
            }
        }
    }

    /**
     * An attempt failed. Only one that started after the window opened moves the ladder; for others a later deadline may extend
     * the window, never shorten it.
     *
     * @return the window that this failure opened, or empty where it opened none
     */
    public Optional<Cooldown> failed(Entry entry, long startedAt, Failure failure, CooldownPolicy policy, long now) {
        while (true) {
            State s = state.get();
            Cooldown old = s.window;
            boolean inFlightWhenItOpened = old != null && startedAt - old.openedAt() <= 0;
            int step = old == null ? 0 : inFlightWhenItOpened ? Math.max(0, old.step() - 1) : old.step();
            Optional<Cooldown> opened =
                    policy.windowFor(failure, step, now).map(w -> merge(old, w, inFlightWhenItOpened));
            boolean changed = opened.isPresent() && !opened.get().equals(old);
            State next = new State(opened.orElse(old), s.places - places(entry));
            if (state.compareAndSet(s, next)) {
                return changed ? opened : Optional.empty();
            }
        }
    }

    /** An attempt ended without saying anything about this scope: its place is given back. */
    public void left(Entry entry) {
        if (entry == Entry.PROBE) {
            state.updateAndGet(s -> s.window == null && s.places == 1 ? HEALTHY : new State(s.window, s.places - 1));
        }
    }

    /** Takes over a window that was kept over a restart; where one is open already, that stays. */
    public void restore(Cooldown window) {
        state.compareAndSet(HEALTHY, new State(window, 0));
    }

    /** Forgets the cooldown, as the operator's "clear" does. */
    public void clear() {
        state.updateAndGet(s -> s.places == 0 ? HEALTHY : new State(null, s.places));
    }

    private static Cooldown merge(Cooldown old, Cooldown fresh, boolean inFlightWhenItOpened) {
        if (old == null) {
            return fresh;
        }
        if (inFlightWhenItOpened) {
            boolean ladder = fresh.step() > 0 && fresh.silentUntil() != fresh.until();
            return isLonger(fresh, old) && !ladder
                    ? new Cooldown(
                            fresh.cause(),
                            old.openedAt(),
                            fresh.silentUntil(),
                            fresh.until(),
                            old.step(),
                            fresh.error())
                    : old;
        }
        int step = Math.max(old.step(), fresh.step());
        Cooldown later = isLonger(old, fresh) ? old : fresh;
        return new Cooldown(
                fresh.cause(),
                fresh.openedAt(),
                max(later.silentUntil(), fresh.silentUntil()),
                later.until(),
                step,
                fresh.error());
    }

    private static boolean isLonger(Cooldown a, Cooldown b) {
        return a.until() - b.until() > 0;
    }

    private static long max(long a, long b) {
        return a - b > 0 ? a : b;
    }

    private static int places(Entry entry) {
        return entry == Entry.PROBE ? 1 : 0;
    }
}
