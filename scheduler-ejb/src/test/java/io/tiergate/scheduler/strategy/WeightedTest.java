package io.tiergate.scheduler.strategy;

import static io.tiergate.scheduler.simulation.ScriptedSource.fails;
import static io.tiergate.scheduler.simulation.ScriptedSource.serves;
import static io.tiergate.scheduler.simulation.Sources.weight;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.scheduler.config.StrategyKind;
import io.tiergate.scheduler.simulation.ScriptedGateway;
import io.tiergate.scheduler.simulation.ScriptedSource;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** SPEC 4: {@code weighted} is smooth weighted round robin. */
class WeightedTest {
    private final ScriptedSource a = ScriptedSource.that(serves());
    private final ScriptedGateway gateway = new ScriptedGateway()
            .strategy(StrategyKind.WEIGHTED)
            .tier(1, "a", a, weight(5))
            .tier(1, "b", ScriptedSource.that(serves()), weight(1))
            .tier(1, "c", ScriptedSource.that(serves()), weight(1));

    @Test
    void fiveOneOneIsSpreadSmoothly() {
        assertThat(served(7)).isEqualTo("aabacaa");
        assertThat(served(7)).isEqualTo("aabacaa");
    }

    @Test
    void sharesAreExactOverManyRequests() {
        String served = served(7_000);
        assertThat(served.chars().filter(c -> c == 'a').count()).isEqualTo(5_000);
        assertThat(served.chars().filter(c -> c == 'b').count()).isEqualTo(1_000);
        assertThat(served.chars().filter(c -> c == 'c').count()).isEqualTo(1_000);
    }

    @Test
    void theRestShareEquallyWhileTheHeaviestCools() {
        a.now(fails(500));
        gateway.chat();
        String served = served(10);
        assertThat(served.chars().filter(c -> c == 'b').count()).isEqualTo(5);
        assertThat(served.chars().filter(c -> c == 'c').count()).isEqualTo(5);
    }

    private String served(int requests) {
        return IntStream.range(0, requests)
                .mapToObj(i -> {
                    gateway.chat();
                    return gateway.lastLog().attempts().getLast().source();
                })
                .collect(Collectors.joining());
    }
}
