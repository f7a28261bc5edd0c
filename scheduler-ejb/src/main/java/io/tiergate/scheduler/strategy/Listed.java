package io.tiergate.scheduler.strategy;

import io.tiergate.scheduler.chain.Slot;
import java.util.List;

/** As written. */
public final class Listed implements Strategy {
    @Override
    public String id() {
        return "listed";
    }

    @Override
    public int choose(List<Slot> candidates, long now) {
        return 0;
    }
}
