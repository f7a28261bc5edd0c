package io.tiergate.scheduler.score;

import io.tiergate.scheduler.chain.Slot;
import io.tiergate.scheduler.config.Weights;
import java.util.List;

/**
 * Scores the candidates of one request: 0.4·match + 0.3·success + 0.2·load + 0.1·latency at the default weights, each term
 * from 0 to 1. Every slot of a chain matches fully, and latency is not measured yet and counts as unknown, which is full marks.
 */
public final class Scorer {
    private final Weights weights;

    /** Makes a scorer with weights that sum to 1. */
    public Scorer(Weights weights) {
        this.weights = weights;
    }

    /** Returns a score for each candidate, in its place. */
    public double[] scores(List<Slot> candidates, long now) {
        int n = candidates.size();
        int least = Integer.MAX_VALUE;
        int most = 0;
        int[] loads = new int[n];
        for (int i = 0; i < n; i++) {
            loads[i] = candidates.get(i).load();
            least = Math.min(least, loads[i]);
            most = Math.max(most, loads[i]);
        }
        double[] scores = new double[n];
        for (int i = 0; i < n; i++) {
            double load = most == 0 ? 1 : 1 - (double) (loads[i] - least) / most;
            scores[i] = weights.match()
                    + weights.success() * candidates.get(i).window().success(now)
                    + weights.load() * load
                    + weights.latency();
        }
        return scores;
    }
}
