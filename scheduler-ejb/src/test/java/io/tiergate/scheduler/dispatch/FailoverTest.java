package io.tiergate.scheduler.dispatch;

import static io.tiergate.scheduler.simulation.ScriptedSource.DONE;
import static io.tiergate.scheduler.simulation.ScriptedSource.STOP;
import static io.tiergate.scheduler.simulation.ScriptedSource.content;
import static io.tiergate.scheduler.simulation.ScriptedSource.fails;
import static io.tiergate.scheduler.simulation.ScriptedSource.hangs;
import static io.tiergate.scheduler.simulation.ScriptedSource.refuses;
import static io.tiergate.scheduler.simulation.ScriptedSource.serves;
import static io.tiergate.scheduler.simulation.ScriptedSource.streams;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.scheduler.Outcome;
import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.config.Timeouts;
import io.tiergate.scheduler.log.RequestOutcome;
import io.tiergate.scheduler.simulation.ScriptedGateway;
import io.tiergate.scheduler.simulation.ScriptedSource;
import io.tiergate.scheduler.simulation.ScriptedSource.Step;
import io.tiergate.scheduler.simulation.Sources;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SPEC 4 and 5 through the real dispatcher: what fails in tier 1 is served by tier 2, and tier 1 comes back by its probe. */
class FailoverTest {
    private final ScriptedSource a = ScriptedSource.that(serves());
    private final ScriptedSource b = ScriptedSource.that(serves());
    private final ScriptedGateway gateway =
            new ScriptedGateway().tier(1, "a", a, FailoverTest::impatient).tier(2, "b", b);

    static Stream<Arguments> wholeFailures() {
        return Stream.of(
                Arguments.of("500", fails(500)),
                Arguments.of("refused", refuses()),
                Arguments.of("hanging", hangs()),
                Arguments.of(
                        "error in a 200", ScriptedSource.status(200, "{\"error\":{\"message\":\"x\",\"code\":502}}")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wholeFailures")
    void whatFailsInTierOneIsServedByTierTwo(String name, Step failure) {
        a.now(failure);
        assertThat(gateway.chat()).isInstanceOf(Outcome.Answered.class);
        assertThat(gateway.lastAttempts()).containsExactly("a", "b");
        assertThat(gateway.lastLog().outcome()).isEqualTo(RequestOutcome.SERVED);
        assertThat(gateway.lastLog().attempts().get(0).failureClass()).isEqualTo("transport");
        assertThat(gateway.lastLog().attempts().get(1).failureClass()).isNull();
    }

    static Stream<Arguments> streamFailures() {
        return Stream.of(
                Arguments.of("500", fails(500)),
                Arguments.of("hanging", hangs()),
                Arguments.of("no event", streams()),
                Arguments.of("silence after the headers", streams("61000ms", content("late"))),
                Arguments.of(
                        "comments for ever",
                        streams(Stream.generate(() -> Stream.of("1000ms", ": c\n\n"))
                                .limit(70)
                                .flatMap(s -> s)
                                .toArray(String[]::new))),
                Arguments.of(
                        "a role and a reset",
                        streams("data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\n", "RESET")),
                Arguments.of(
                        "an error first",
                        streams(
                                ": queued\n\ndata: {\"error\":{\"code\":502,\"message\":\"Provider returned error\"}}\n\n")),
                Arguments.of(
                        "a named error first",
                        streams(
                                "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streamFailures")
    void whatFailsBeforeTheFirstEventIsOneCleanAnswerOfTierTwo(String name, Step failure) {
        a.now(failure);
        b.now(streams(content("ok"), STOP, DONE));
        assertThat(gateway.stream()).isEqualTo(content("ok") + STOP + DONE);
        assertThat(gateway.lastAttempts()).containsExactly("a", "b");
    }

    @Test
    void aSlotIsSilentInTheFirstHalfOfItsWindowAndProbedOnceInTheSecond() {
        a.now(fails(500), serves());
        gateway.chat(); // a fails at 0 s: silent until 2.5 s, window until 5 s
        gateway.time().advance(Duration.ofMillis(2_499));
        gateway.chat();
        assertThat(gateway.lastAttempts()).containsExactly("b");

        b.now(fails(500)); // no healthy candidate is left in b's tier either: the probe is sent before the next tier
        gateway.time().advance(Duration.ofMillis(1));
        gateway.chat();
        assertThat(gateway.lastAttempts()).containsExactly("a");
        assertThat(gateway.lastLog().attempts().getFirst().probe()).isTrue();

        gateway.chat();
        assertThat(gateway.lastAttempts()).containsExactly("a");
        assertThat(gateway.lastLog().attempts().getFirst().probe())
                .as("after one success")
                .isFalse();
    }

    @Test
    void aFailedProbeOpensAWindowOneStepUpWhoseMiddleIsTheNextChance() {
        a.now(fails(500));
        gateway.chat();
        gateway.time().advance(Duration.ofMillis(2_500));
        gateway.chat(); // the probe fails: 10 s, probed from 5 s
        assertThat(gateway.lastAttempts()).containsExactly("a", "b");
        gateway.time().advance(Duration.ofMillis(4_999));
        gateway.chat();
        assertThat(gateway.lastAttempts()).containsExactly("b");
        gateway.time().advance(Duration.ofMillis(1));
        gateway.chat();
        assertThat(gateway.lastAttempts()).containsExactly("a", "b");
    }

    @Test
    void theLadderEndsAtFiveMinutes() {
        a.now(fails(500));
        gateway.chat();
        for (int i = 0; i < 10; i++) {
            gateway.time().advance(Duration.ofMinutes(5));
            gateway.chat();
        }
        gateway.time().advance(Duration.ofSeconds(149));
        gateway.chat();
        assertThat(gateway.lastAttempts()).containsExactly("b");
        gateway.time().advance(Duration.ofSeconds(1));
        gateway.chat();
        assertThat(gateway.lastAttempts()).containsExactly("a", "b");
    }

    @Test
    void aCooledSlotIsNeverTriedTwiceByTheRequestThatCooledIt() {
        a.now(fails(500));
        b.now(fails(500));
        Outcome outcome = gateway.chat();
        assertThat(gateway.lastAttempts()).containsExactly("a", "b", "b"); // b retries once: it has no other candidate
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Refused.class, r -> {
            assertThat(r.error().status()).isEqualTo(503);
            assertThat(r.error().code()).isEqualTo("all_failed");
            assertThat(r.error().retryAfter()).hasValue(3);
            assertThat(r.error()
                            .tiers()
                            .get(0)
                            .path("slots")
                            .get(0)
                            .path("reason")
                            .asString())
                    .isEqualTo("transport");
        });
    }

    @Test
    void aCallersFaultIsAnsweredAtOnceAndCoolsNothing() {
        a.now(ScriptedSource.status(
                400,
                "{\"error\":{\"message\":\"messages.7: image exceeds 2000 pixels\",\"type\":\"invalid_request_error\","
                        + "\"param\":\"messages\",\"code\":\"invalid_image\"}}"));
        for (int i = 0; i < 20; i++) {
            assertThat(gateway.chat()).isInstanceOfSatisfying(Outcome.Refused.class, r -> {
                assertThat(r.error().status()).isEqualTo(400);
                assertThat(r.error().message()).isEqualTo("messages.7: image exceeds 2000 pixels");
                assertThat(r.error().param()).isEqualTo("messages");
                assertThat(r.error().code()).isEqualTo("invalid_image");
            });
        }
        assertThat(b.calls()).isEmpty();
        a.now(serves());
        gateway.chat();
        assertThat(gateway.lastAttempts()).containsExactly("a");
    }

    @Test
    void aCutAfterContentIsOneErrorEventWithoutATerminalMarkerAndNoSecondAttempt() {
        a.now(streams(content("Hel"), content("lo"), "RESET"));
        String client = gateway.stream();
        assertThat(client).startsWith(content("Hel") + content("lo")).doesNotContain("[DONE]");
        assertThat(client.substring((content("Hel") + content("lo")).length()))
                .startsWith("data: {\"error\":")
                .endsWith("}\n\n");
        assertThat(b.calls()).isEmpty();
        assertThat(gateway.lastLog().outcome()).isEqualTo(RequestOutcome.CUT);
        gateway.chat();
        assertThat(gateway.lastAttempts()).as("a cools").containsExactly("b");
    }

    @Test
    void aMissingTerminalMarkerAfterAFinishReasonIsSupplied() {
        a.now(streams(content("ok"), STOP));
        assertThat(gateway.stream()).isEqualTo(content("ok") + STOP + DONE);
        assertThat(gateway.lastLog().outcome()).isEqualTo(RequestOutcome.SERVED);
    }

    @Test
    void anEndWithoutAFinishReasonIsACut() {
        a.now(streams(content("Hel")));
        assertThat(gateway.stream())
                .startsWith(content("Hel") + "data: {\"error\":")
                .doesNotContain("[DONE]");
        assertThat(gateway.lastLog().outcome()).isEqualTo(RequestOutcome.CUT);
    }

    @Test
    void attemptsEndAtMaxAttempts() {
        ScriptedGateway wide = new ScriptedGateway();
        for (int i = 0; i < 12; i++) {
            wide.tier(1, "s" + i, ScriptedSource.that(fails(500)));
        }
        wide.chat();
        assertThat(wide.lastLog().attempts()).hasSize(8);
    }

    @Test
    void equalScoresRotateLeastRecentlyUsedFirst() {
        ScriptedGateway three = new ScriptedGateway();
        for (int i = 0; i < 3; i++) {
            three.tier(1, "s" + i, ScriptedSource.that(serves()));
        }
        for (int i = 0; i < 30; i++) {
            three.chat();
        }
        assertThat(three.log().stream()
                        .map(r -> r.attempts().getFirst().source())
                        .toList()
                        .subList(0, 6))
                .containsExactly("s0", "s1", "s2", "s0", "s1", "s2");
    }

    @Test
    void aNameLockedToItsSourceIsRefusedByItsReason() {
        a.now(hangs());
        assertThat(gateway.chat("a/m"))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        r -> assertThat(r.error().status()).isEqualTo(504));
        assertThat(b.calls()).isEmpty();
    }

    @Test
    void anUnknownModelIsNotFoundWithoutACall() {
        assertThat(gateway.chat("no-such")).isInstanceOfSatisfying(Outcome.Refused.class, r -> {
            assertThat(r.error().status()).isEqualTo(404);
            assertThat(r.error().code()).isEqualTo("model_not_found");
            assertThat(r.error().message()).contains("no-such");
        });
        assertThat(a.calls()).isEmpty();
    }

    /** Without retries, and with a total limit that leaves time for the next tier: by default it is as long as the request's. */
    private static SourceConfig impatient(SourceConfig s) {
        return Sources.patience(0, new Timeouts(ofSeconds(5), ofSeconds(60), ofSeconds(30), ofSeconds(60)))
                .apply(s);
    }
}
