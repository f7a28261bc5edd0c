package io.tiergate.scheduler.strategy;

import io.tiergate.scheduler.chain.Slot;
import java.util.List;

/** As written, and one key after the other instead of taking turns (SPEC 6). */
public final class KeyFirst implements Strategy {
    @Override
    public String id() {
        return "key_first";
    }

    @Override
    public boolean spendsKeysInTurn() {
        return true;
    }

    @Override
    public int choose(List<Slot> candidates, long now) {
        return 0;
    }
}
