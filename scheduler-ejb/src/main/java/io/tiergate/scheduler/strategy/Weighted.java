package io.tiergate.scheduler.strategy;

import io.tiergate.scheduler.chain.Slot;
import java.util.List;

/**
 * Smooth weighted round robin, as nginx does it: each choice credits every candidate with its source's weight, takes the one with
 * the most credit and charges it the sum. Of weights 5, 1, 1 come a a b a c a a, never five in a row.
 *
 * <p>The credit lies in the slots and is changed by atomic additions that sum to zero: requests that choose at the same moment may
 * take the same slot once, and no share is ever lost.
 */
public final class Weighted implements Strategy {
    @Override
    public String id() {
        return "weighted";
    }

    @Override
    public int choose(List<Slot> candidates, long now) {
        int chosen = 0;
        long most = Long.MIN_VALUE;
        long sum = 0;
        for (int i = 0; i < candidates.size(); i++) {
            Slot slot = candidates.get(i);
            int weight = slot.source().config().weight();
            long credit = slot.credit(weight);
            sum += weight;
            if (credit > most) {
                most = credit;
                chosen = i;
            }
        }
        candidates.get(chosen).credit(-sum);
        return chosen;
    }
}
