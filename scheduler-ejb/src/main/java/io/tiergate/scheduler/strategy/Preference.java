package io.tiergate.scheduler.strategy;

import io.tiergate.scheduler.chain.Slot;
import io.tiergate.scheduler.score.Scorer;
import java.util.List;

/** By score, best first; among those within {@value #TIE} of the best the least recently used is taken (SPEC 4). */
public final class Preference implements Strategy {
    /** How close to the best a score is as good as the best. From SPEC 4. */
    static final double TIE = 0.02;

    private final Scorer scorer;

    /** Makes it with the scorer of the configuration. */
    public Preference(Scorer scorer) {
        this.scorer = scorer;
    }

    @Override
    public String id() {
        return "preference";
    }

    @Override
    public int choose(List<Slot> candidates, long now) {
        int n = candidates.size();
        if (n == 1) {
            return 0;
        }
        double[] scores = scorer.scores(candidates, now);
        double best = scores[0];
        for (int i = 1; i < n; i++) {
            best = Math.max(best, scores[i]);
        }
        int chosen = -1;
        for (int i = 0; i < n; i++) {
            if (scores[i] >= best - TIE
                    && (chosen < 0
                            || candidates.get(i).lastUsed()
                                    < candidates.get(chosen).lastUsed())) {
                chosen = i;
            }
        }
        return chosen;
    }
}
