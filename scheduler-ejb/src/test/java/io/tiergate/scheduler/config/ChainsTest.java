package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC 3 and 4, as far as a file can be told wrong. Lines are counted from the five of {@link Load#SOURCE}. */
class ChainsTest {
    @TempDir
    Path home;

    @Test
    void aChainMayStandAsItsSlotsAlone() {
        GatewayConfig config = Load.in(home)
                .config(Load.SOURCE
                        + "auto: [{model: m1, source: a}]\nchains: {x: {slots: [{model: m1, source: a}]}}\n")
                .bound();

        assertThat(config.auto().orElseThrow().slots())
                .isEqualTo(config.chains().get("x").slots());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            auto: [{model: m1, source: b}]                          | GW1018 auto[0].source: b (expected: a source), at config.yaml line 6. Correct the name, or add what it names.
            auto: [{model: m1, source: elsewhere}]                  | GW1018 auto[0].source: elsewhere (expected: a source), at config.yaml line 6. Correct the name, or add what it names.
            auto: [{model: m9, source: a}]                          | GW1018 auto[0].model: m9 (expected: a model of source a), at config.yaml line 6. Did you mean m1?
            auto: {slots: [{model: m1, source: b}]}                 | GW1018 auto.slots[0].source: b (expected: a source), at config.yaml line 6. Correct the name, or add what it names.
            auto: [{model: m1}]                                     | GW1011 auto[0].source: missing (expected: the name of a source), at config.yaml line 6. Add the key.
            auto: [m1]                                              | GW1012 auto[0]: a text (expected: a slot with model, source and tier), at config.yaml line 6. Write e.g. {model: gpt-4o-mini, source: openai-a, tier: 1}.
            auto: [{model: m1, source: a, tier: 0}]                 | GW1014 auto[0].tier: 0 (expected: >= 1), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            auto: [{model: m1, source: a, period: year}]            | GW1013 auto[0].period: year (expected: hour, day, week, month, nhour, total), at config.yaml line 6. Write one of these, or drop the key.
            auto: [{model: m1, source: a, token_quota: 1, period: nhour}] | GW1011 auto[0].hours: missing (expected: the length of the window in hours, since period is nhour), at config.yaml line 6. Add the key.
            chains: {x: [{model: AUTO, source: a}]}                 | GW1019 chains.x[0].model: AUTO is a chain (expected: a model of source a), at config.yaml line 6. No slot leads to a chain: write the chain's slots here.
            chains: {x: [{model: y, source: a}], y: []}             | GW1019 chains.x[0].model: y is a chain (expected: a model of source a), at config.yaml line 6. No slot leads to a chain: write the chain's slots here.
            chains: {x: {weights: {match: 0.5}}}                    | GW1023 chains.x.weights: match, success, load and latency make 1.1 (expected: 1), at config.yaml line 6. Write all four, e.g. {match: 0.4, success: 0.3, load: 0.2, latency: 0.1}.
            rules: [{use: nowhere}]                                 | GW1018 rules[0].use: nowhere (expected: a chain, or preference, smart, weighted or listed), at config.yaml line 6. Correct the name, or add what it names.
            rules: [{use: key_first}]                               | GW1018 rules[0].use: key_first (expected: a chain, or preference, smart, weighted or listed), at config.yaml line 6. Correct the name, or add what it names.
            rules: [{when: {images: true}}]                         | GW1011 rules[0].use: missing (expected: a chain or a strategy), at config.yaml line 6. Add the key.
            """)
    void thisLineIsAnError(String line, String message) {
        LoadResult result = Load.yaml(home, Load.SOURCE + line + "\n");

        assertThat(result.config()).isEmpty();
        assertThat(Load.errors(result)).containsExactly(message);
    }

    @Test
    void aModelThatIsCalledLikeAChainIsAModel() {
        assertThat(Load.yaml(home, Load.SOURCE + "chains: {m1: [{model: m1, source: a}]}\n")
                        .problems())
                .isEmpty();
    }

    @Test
    void aSlotMayNameAnAliasAndMeansTheModel() {
        GatewayConfig config = Load.in(home).config("""
                        sources: [{name: a, base_url: "https://a.test", models: [{id: m, aliases: [cheap]}]}]
                        auto: [{model: cheap, source: a}]
                        """).bound();

        assertThat(config.auto().orElseThrow().slots()).containsExactly(SlotConfig.of("m", "a", 1));
    }

    @Test
    void aQuotaWithoutAPeriodHasNoEffectAndIsWarnedOf() {
        LoadResult result =
                Load.yaml(home, Load.SOURCE + "auto: [{model: m1, source: a, token_quota: 5, period: ''}]\n");

        SlotConfig slot =
                result.config().orElseThrow().auto().orElseThrow().slots().getFirst();
        assertThat(slot.tokenQuota()).isEqualTo(5);
        assertThat(slot.isLimited()).isFalse();
        assertThat(Load.warnings(result))
                .containsExactly(
                        "GW1052 auto[0].token_quota: has no effect without a period, at config.yaml line 6. Add"
                                + " period: hour, day, week, month, nhour or total; or drop the quota.");
    }

    @Test
    void aSlotAsThePagesWriteItIsFine() {
        GatewayConfig config = Load.in(home).config(Load.SOURCE).runtime("""
                        {"auto": [
                          {"model": "m1", "source": "a", "tier": 1, "token_quota": 0, "period": "", "hours": 0},
                          {"model": "m2", "source": "a", "tier": 1, "token_quota": 9, "period": "day", "hours": 4},
                          {"model": "m1", "source": "a", "tier": 2, "token_quota": 9, "period": "nhour", "hours": 4}]}""").bound();

        assertThat(config.auto().orElseThrow().slots())
                .containsExactly(
                        SlotConfig.of("m1", "a", 1),
                        new SlotConfig("m2", "a", 1, 9, Optional.of(PeriodKind.DAY), OptionalInt.empty()),
                        new SlotConfig("m1", "a", 2, 9, Optional.of(PeriodKind.NHOUR), OptionalInt.of(4)));
    }

    @Test
    void aSlotThatIsThereAlreadyIsPassedOver() {
        LoadResult result = Load.yaml(
                home,
                Load.SOURCE
                        + "auto: [{model: m1, source: a}, {model: m1, source: a}, {model: m1, source: a, tier: 2}]\n");

        assertThat(result.config().orElseThrow().auto().orElseThrow().slots())
                .containsExactly(SlotConfig.of("m1", "a", 1), SlotConfig.of("m1", "a", 2));
        assertThat(Load.warnings(result))
                .singleElement()
                .asString()
                .startsWith("GW1056 auto[1]: the slot is passed over");
    }

    @Test
    void theBuiltInChainsPassOverModelsOfAnotherKind() {
        LoadResult result = Load.yaml(home, """
                sources: [{name: a, base_url: "https://a.test", models: [m, {id: i, kind: image}]}]
                auto: [{model: m, source: a}, {model: i, source: a}]
                auto_image: [{model: m, source: a}, {model: i, source: a}]
                chains: {both: [{model: m, source: a}, {model: i, source: a}]}
                """);

        GatewayConfig config = result.config().orElseThrow();
        assertThat(config.auto().orElseThrow().slots()).containsExactly(SlotConfig.of("m", "a", 1));
        assertThat(config.autoImage().orElseThrow().slots()).containsExactly(SlotConfig.of("i", "a", 1));
        assertThat(config.chains().get("both").slots()).hasSize(2);
        assertThat(Load.warnings(result))
                .containsExactly(
                        "GW1056 auto[1].model: the slot is passed over: i is of the kind image, at config.yaml line 2. Drop or"
                                + " change the slot.",
                        "GW1056 auto_image[0].model: the slot is passed over: m is of the kind chat, at config.yaml line 3."
                                + " Drop or change the slot.");
    }

    @Test
    void aChainsWeightsStandOnThoseOfAll() {
        GatewayConfig config = Load.in(home).config("""
                        routing: {smart: {weights: {match: 0.1, success: 0.2, load: 0.3, latency: 0.4}}}
                        chains: {x: {weights: {match: 0.2, success: 0.1}}}
                        """).bound();

        assertThat(config.chains().get("x").weights()).contains(new Weights(0.2, 0.1, 0.3, 0.4));
    }

    @ParameterizedTest
    @CsvSource({"0.3, true", "0.3000000001, true", "0.300000002, false", "0.299999998, false", "0.31, false"})
    void weightsSumToOneWithinOneBillionth(String success, boolean fine) {
        LoadResult result = Load.yaml(
                home, "routing: {smart: {weights: {match: 0.4, success: " + success + ", load: 0.2, latency: 0.1}}}");

        assertThat(result.config().isPresent()).isEqualTo(fine);
    }

    @Test
    void aNegativeWeightIsRefused() {
        assertThat(Load.errors(Load.yaml(
                        home, "routing: {smart: {weights: {match: 1.1, success: -0.1, load: 0, latency: 0}}}")))
                .anySatisfy(message -> assertThat(message).startsWith("GW1014 routing.smart.weights.success: -0.1"));
    }

    @Test
    void theSourceOfABrokenSourceIsNotReportedTwice() {
        assertThat(Load.errors(
                        Load.yaml(home, "sources: [{name: a, base_url: 'ftp://a'}]\nauto: [{model: m, source: a}]\n")))
                .singleElement()
                .asString()
                .startsWith("GW1021");
    }
}
