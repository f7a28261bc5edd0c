package io.tiergate.scheduler.dispatch;

import static io.tiergate.scheduler.simulation.ScriptedSource.DONE;
import static io.tiergate.scheduler.simulation.ScriptedSource.OK;
import static io.tiergate.scheduler.simulation.ScriptedSource.STOP;
import static io.tiergate.scheduler.simulation.ScriptedSource.content;
import static io.tiergate.scheduler.simulation.ScriptedSource.fails;
import static io.tiergate.scheduler.simulation.ScriptedSource.serves;
import static io.tiergate.scheduler.simulation.ScriptedSource.status;
import static io.tiergate.scheduler.simulation.ScriptedSource.streams;
import static io.tiergate.scheduler.simulation.Sources.limits;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.scheduler.Outcome;
import io.tiergate.scheduler.Outcome.GatewayError;
import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.config.PeriodKind;
import io.tiergate.scheduler.config.QuotaConfig;
import io.tiergate.scheduler.config.SlotConfig;
import io.tiergate.scheduler.quota.QuotaLedger;
import io.tiergate.scheduler.simulation.ScriptedGateway;
import io.tiergate.scheduler.simulation.ScriptedSource;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** SPEC 4 through the real dispatcher: quotas of slots, {@code rpm} and {@code tpm} of sources (S19 to S22, S24, S25). */
class LimitsTest {
    private final ScriptedSource a = ScriptedSource.that(serves());
    private final ScriptedSource b = ScriptedSource.that(serves());

    @Test
    void aUsedUpSlotIsPassedOverUntilItsPeriodEnds() {
        ScriptedGateway gateway = withQuota(1, PeriodKind.DAY, "Asia/Tokyo", "2026-07-31T14:59:00Z");
        assertThat(served(gateway)).isEqualTo("a");
        assertThat(served(gateway)).isEqualTo("b");
        at(gateway, "2026-07-31T14:59:59Z");
        assertThat(served(gateway)).isEqualTo("b");
        at(gateway, "2026-07-31T15:00:01Z");
        assertThat(served(gateway)).isEqualTo("a");
    }

    @Test
    void aMonthIsTheCalendars() {
        ScriptedGateway gateway = withQuota(1, PeriodKind.MONTH, "UTC", "2028-02-29T12:00:00Z");
        served(gateway);
        at(gateway, "2028-02-29T23:59:59Z");
        assertThat(served(gateway)).isEqualTo("b");
        at(gateway, "2028-03-01T00:00:00Z");
        assertThat(served(gateway)).isEqualTo("a");
    }

    @Test
    void anAnswerBeyondItsEstimateIsBookedInFullAndTheNextRequestIsRefusedBeforeAnyCall() {
        ScriptedGateway gateway = withQuota(100, PeriodKind.DAY, "UTC", "2026-01-01T20:00:00Z");
        a.now(status(200, OK.replace("\"total_tokens\":5", "\"total_tokens\":700")));
        assertThat(gateway.send("{\"model\":\"a/m\",\"max_tokens\":50,\"messages\":[]}"))
                .isInstanceOf(Outcome.Answered.class);
        assertThat(ledger(gateway).used(gateway.time().instant())).isEqualTo(700);
        GatewayError refused = refused(gateway.chat("a/m"));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("quota_used_up");
        assertThat(refused.retryAfter()).hasValue(4 * 3600);
        assertThat(a.calls()).hasSize(1);
    }

    @Test
    void whatFailedUsesNothing() {
        ScriptedGateway gateway = withQuota(100, PeriodKind.DAY, "UTC", "2026-01-01T20:00:00Z");
        a.now(fails(500));
        served(gateway);
        assertThat(ledger(gateway).used(gateway.time().instant())).isZero();
        assertThat(ledger(gateway).reserved()).isZero();
    }

    @Test
    void anUpstreamsUsedUpQuotaCoolsToTheEndOfTheSlotsPeriodAtMost() {
        ScriptedGateway gateway = withQuota(1_000_000, PeriodKind.HOUR, "UTC", "2026-01-01T20:50:00Z");
        a.now(
                status(
                        429,
                        "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"You exceeded your current quota\"}}"),
                serves());
        assertThat(served(gateway)).isEqualTo("b");
        gateway.time().advance(Duration.ofMinutes(4).plusSeconds(59));
        assertThat(served(gateway)).as("silent to the middle").isEqualTo("b");
        at(gateway, "2026-01-01T21:00:00Z");
        assertThat(served(gateway)).isEqualTo("a");
    }

    @Test
    void aStreamIsBookedByItsLastUsageElseByAnEstimateThatSaysSo() {
        ScriptedGateway gateway = withQuota(1_000, PeriodKind.DAY, "UTC", "2026-01-01T20:00:00Z");
        a.now(streams(
                content("hi").replace("\"finish_reason\":null}]", "\"finish_reason\":null}],\"usage\":null"),
                "data: {\"choices\":[{\"index\":0,\"delta\":{}}],\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,\"total_tokens\":0}}\n\n",
                STOP,
                "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}\n\n",
                DONE));
        gateway.stream();
        Instant now = gateway.time().instant();
        assertThat(ledger(gateway).used(now)).isEqualTo(15);
        assertThat(ledger(gateway).estimated(now)).isZero();
        a.now(streams(content("hello there, how are you"), STOP, DONE));
        gateway.stream();
        assertThat(ledger(gateway).estimated(now)).isPositive();
        assertThat(gateway.lastLog().usage().estimated()).isTrue();
        assertThat(gateway.lastLog().usage().completion()).isEqualTo(6);
    }

    @Test
    void onlyAdmittedRequestsConsumeTheMinute() {
        ScriptedGateway gateway = new ScriptedGateway().tier(1, "a", a, limits(10, 0));
        int admitted = 0;
        for (int second = 0; second < 300; second += 2) {
            Outcome outcome = gateway.chat("a/m");
            if (outcome instanceof Outcome.Answered) {
                admitted++;
            } else {
                GatewayError refused = refused(outcome);
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.code()).isEqualTo("all_rate_limited");
                assertThat(refused.retryAfter().orElseThrow()).isBetween(1L, 61L);
            }
            gateway.time().advance(ofSeconds(2));
        }
        assertThat(admitted).isBetween(45, 50);
    }

    @Test
    void afterRetryAfterARequestIsAdmitted() {
        ScriptedGateway gateway = new ScriptedGateway().tier(1, "a", a, limits(2, 0));
        gateway.chat("a/m");
        gateway.time().advance(ofSeconds(7));
        gateway.chat("a/m");
        long wait = refused(gateway.chat("a/m")).retryAfter().orElseThrow();
        gateway.time().advance(ofSeconds(wait - 1).minusMillis(1));
        refused(gateway.chat("a/m"));
        gateway.time().advance(ofSeconds(1).plusMillis(1));
        assertThat(gateway.chat("a/m")).isInstanceOf(Outcome.Answered.class);
    }

    @Test
    void tokensAMinuteCountAsReportedOnceTheAnswerIsThere() {
        ScriptedGateway gateway =
                new ScriptedGateway().tier(1, "a", a, limits(0, 1_100)).tier(2, "b", b);
        assertThat(served(gateway)).as("estimate 1,024 and the prompt").isEqualTo("a");
        assertThat(served(gateway)).as("5 are used, another 1,024 fit").isEqualTo("a");
        a.now(status(200, OK.replace("\"total_tokens\":5", "\"total_tokens\":900")));
        assertThat(served(gateway)).isEqualTo("a");
        assertThat(served(gateway)).as("no room for another estimate").isEqualTo("b");
        gateway.time().advance(ofSeconds(61));
        assertThat(served(gateway)).isEqualTo("a");
    }

    private ScriptedGateway withQuota(long tokens, PeriodKind period, String zone, String now) {
        ScriptedGateway gateway = new ScriptedGateway()
                .tier(1, "a", a)
                .tier(2, "b", b)
                .slots(
                        new SlotConfig("m", "a", 1, tokens, Optional.of(period), OptionalInt.empty()),
                        SlotConfig.of("m", "b", 2))
                .with(c -> zone(c, zone));
        at(gateway, now);
        return gateway;
    }

    private static void at(ScriptedGateway gateway, String instant) {
        gateway.time().advance(Duration.between(gateway.time().instant(), Instant.parse(instant)));
    }

    private static String served(ScriptedGateway gateway) {
        assertThat(gateway.chat()).isInstanceOf(Outcome.Answered.class);
        return gateway.lastLog().attempts().getLast().source();
    }

    private static GatewayError refused(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        return ((Outcome.Refused) outcome).error();
    }

    private static QuotaLedger ledger(ScriptedGateway gateway) {
        return gateway.ledgers().ledger("AUTO|a|m|1");
    }

    private static GatewayConfig zone(GatewayConfig c, String zone) {
        return new GatewayConfig(
                c.defaultModel(),
                c.routing(),
                c.sources(),
                c.auto(),
                c.autoImage(),
                c.chains(),
                c.stream(),
                c.onContentFilter(),
                c.sticky(),
                c.rules(),
                c.network(),
                c.cooldown(),
                new QuotaConfig(ZoneId.of(zone)),
                c.adapterDir(),
                c.runtimeFile(),
                c.watch(),
                c.adapters(),
                c.home());
    }
}
