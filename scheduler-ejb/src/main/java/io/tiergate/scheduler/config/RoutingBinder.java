package io.tiergate.scheduler.config;

import java.time.Duration;
import java.util.Set;

/** Binds what holds for every request, and the numbers of the strategy smart. */
final class RoutingBinder {
    /** It spends the keys of a chain's sources one after the other; a name that several sources offer is no chain. */
    private static final Set<StrategyKind> NEEDS_A_CHAIN = Set.of(StrategyKind.KEY_FIRST);

    private RoutingBinder() {}

    static Routing bind(Section routing) {
        Routing defaults = Routing.defaults();
        Routing bound = new Routing(
                routing.integer("max_attempts", defaults.maxAttempts(), 1),
                routing.duration("deadline", defaults.deadline()),
                routing.choice("mode", defaults.mode(), NEEDS_A_CHAIN),
                routing.optionalChoice("shadow", StrategyKind.class, NEEDS_A_CHAIN),
                smart(routing.section("smart")));
        routing.finish();
        return bound;
    }

    private static SmartConfig smart(Section smart) {
        SmartConfig defaults = SmartConfig.defaults();
        Duration recovery = smart.duration("recovery", defaults.recovery());
        SmartConfig bound = new SmartConfig(
                weights(smart.section("weights"), defaults.weights()),
                smart.integer("window", defaults.window(), 1),
                smart.fraction("degrade_below", defaults.degradeBelow()),
                smart.fraction("breaker_below", defaults.breakerBelow()),
                smart.integer("min_calls", defaults.minCalls(), 1),
                recovery,
                smart.notBelow("recovery", recovery, "recovery_max", defaults.recoveryMax()),
                smart.integer("prefilter", defaults.prefilter(), 1),
                smart.flag("family_match", defaults.familyMatch()));
        smart.finish();
        return bound;
    }

    /** Returns the weights of a section over those that it leaves out. */
    static Weights weights(Section weights, Weights defaults) {
        double match = weights.fraction("match", defaults.match());
        double success = weights.fraction("success", defaults.success());
        double load = weights.fraction("load", defaults.load());
        double latency = weights.fraction("latency", defaults.latency());
        weights.finish();
        double sum = match + success + load + latency;
        if (Math.abs(sum - 1) > Weights.TOLERANCE) {
            weights.binding()
                    .problem(
                            ProblemCode.WEIGHTS,
                            weights.path(),
                            weights.place(),
                            "match, success, load and latency make " + rounded(sum) + " (expected: 1)",
                            "Write all four, e.g. {match: 0.4, success: 0.3, load: 0.2, latency: 0.1}.");
            return defaults;
        }
        return new Weights(match, success, load, latency);
    }

    /** Rounds away what adding decimal fractions in binary leaves behind, unless it is what is wrong. */
    private static String rounded(double sum) {
        double nine = Math.round(sum * 1e9) / 1e9;
        return Double.toString(nine == 1 ? sum : nine);
    }
}
