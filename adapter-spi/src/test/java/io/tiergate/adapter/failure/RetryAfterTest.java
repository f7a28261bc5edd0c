package io.tiergate.adapter.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.exchange.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
    /** Monday; 1796040000 seconds since 1970. */
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0                                | PT0S
                    25                               | PT25S
                    2.5                              | PT2.5S
                    86400                            | PT24H
                    1000000000                       | PT277777H46M40S
                    1796040040                       | PT40S
                    1796040040000                    | PT40S
                    Mon, 30 Nov 2026 12:00:40 GMT    | PT40S
                    Monday, 30-Nov-26 12:00:40 GMT   | PT40S
                    Mon Nov 30 12:00:40 2026         | PT40S
                    Tue Dec  1 12:00:00 2026         | PT24H
                    Mon, 30 Nov 2026 12:00:00 GMT    | PT0S
                    2026-11-30T12:01:00Z             | PT1M
                    2026-11-30T20:01:00+08:00        | PT1M
                    1s                               | PT1S
                    20ms                             | PT0.02S
                    7.66s                            | PT7.66S
                    6m0s                             | PT6M
                    2m59.56s                         | PT2M59.56S
                    1h2m3s                           | PT1H2M3S
                    500µs                            | PT0.0005S
                    """)
    void readsEveryFormOfTheHeader(String value, Duration expected) {
        assertThat(RetryAfter.parse(value, NOW)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "soon",
                "-5",
                "-5s",
                "+5",
                "1e3",
                "NaN",
                "0x10",
                "5 parsecs",
                "5s later",
                "s",
                "99999999999999999999999",
                "999999999999999999",
                "Mon, 30 Nov 2026 11:59:59 GMT",
                "2026-11-30T11:59:59Z",
                "1796039999",
                "Mon, 31 Nov 2026 12:00:40 GMT"
            })
    void whatIsNegativePastOrUnreadableIsNoAdvice(String value) {
        assertThat(RetryAfter.parse(value, NOW)).isEmpty();
    }

    @Test
    void aMissingHeaderIsNoAdvice() {
        assertThat(RetryAfter.of(Headers.none(), NOW)).isEmpty();
    }

    @Test
    void theHeadersNameIsFoundInAnyCase() {
        assertThat(RetryAfter.of(Headers.of("RETRY-AFTER", "3"), NOW)).contains(Duration.ofSeconds(3));
    }

    @Test
    void millisecondsGoBeforeSeconds() {
        assertThat(RetryAfter.of(headers("retry-after", "2", "retry-after-ms", "1250"), NOW))
                .contains(Duration.ofMillis(1_250));
        assertThat(RetryAfter.of(headers("retry-after", "2", "x-ms-retry-after-ms", "1300"), NOW))
                .contains(Duration.ofMillis(1_300));
    }

    @Test
    void unreadableMillisecondsLeaveTheSeconds() {
        assertThat(RetryAfter.of(headers("retry-after", "2", "retry-after-ms", "-1"), NOW))
                .contains(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @CsvSource({
        "x-ratelimit-remaining-requests, x-ratelimit-reset-requests, 1m0s, PT1M",
        "x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens, 120ms, PT0.12S",
        "x-ratelimit-remaining-requests, x-ratelimit-reset-requests, 17, PT17S",
        "x-ratelimit-remaining-requests, x-ratelimit-reset-requests, 1796040017, PT17S",
        "x-ratelimit-remaining, x-ratelimit-reset, 1796040017000, PT17S",
        "x-ratelimit-remaining, x-ratelimit-reset-after, 17.5, PT17.5S",
        "ratelimit-remaining, ratelimit-reset, 17, PT17S",
        "anthropic-ratelimit-tokens-remaining, anthropic-ratelimit-tokens-reset, 2026-11-30T12:00:17Z, PT17S",
        "anthropic-ratelimit-output-tokens-remaining, anthropic-ratelimit-output-tokens-reset, 2026-11-30T12:00:17Z, PT17S"
    })
    void aLimitsResetCountsWhereNothingRemains(String remaining, String reset, String value, Duration expected) {
        assertThat(ofLimit(headers(remaining, "0", reset, value))).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "x-ratelimit-remaining-requests, x-ratelimit-reset-requests",
        "x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens",
        "x-ratelimit-remaining, x-ratelimit-reset",
        "ratelimit-remaining, ratelimit-reset"
    })
    void aLimitsResetIsNoAdviceWhereSomethingRemains(String remaining, String reset) {
        assertThat(ofLimit(headers(remaining, "1", reset, "17"))).isEmpty();
    }

    @Test
    void aResetOfRequestsOrTokensWithoutARemainderIsNoAdvice() {
        assertThat(ofLimit(headers("x-ratelimit-reset-requests", "17"))).isEmpty();
        assertThat(ofLimit(headers("x-ratelimit-reset", "17"))).contains(Duration.ofSeconds(17));
    }

    @Test
    void ofSeveralUsedUpLimitsTheLastOneCounts() {
        assertThat(ofLimit(headers(
                        "x-ratelimit-remaining-requests",
                        "0",
                        "x-ratelimit-reset-requests",
                        "5s",
                        "x-ratelimit-remaining-tokens",
                        "0",
                        "x-ratelimit-reset-tokens",
                        "9s")))
                .contains(Duration.ofSeconds(9));
    }

    @Test
    void ofAnthropicsBucketsTheUsedUpOneCountsElseTheSoonest() {
        Map<String, String> buckets = new TreeMap<>();
        buckets.put("anthropic-ratelimit-requests-remaining", "3");
        buckets.put("anthropic-ratelimit-requests-reset", "2026-11-30T12:00:05Z");
        buckets.put("anthropic-ratelimit-tokens-remaining", "0");
        buckets.put("anthropic-ratelimit-tokens-reset", "2026-11-30T12:00:50Z");
        assertThat(ofLimit(headers(buckets))).contains(Duration.ofSeconds(50));
        buckets.put("anthropic-ratelimit-tokens-remaining", "1000");
        assertThat(ofLimit(headers(buckets))).contains(Duration.ofSeconds(5));
    }

    @Test
    void ofASubscriptionsRejectedWindowsTheLastResetCounts() {
        Map<String, String> windows = new TreeMap<>();
        windows.put("anthropic-ratelimit-unified-status", "rejected");
        windows.put("anthropic-ratelimit-unified-reset", "1796040010");
        windows.put("retry-after", "1");
        assertThat(ofLimit(headers(windows))).contains(Duration.ofSeconds(10));
        windows.put("anthropic-ratelimit-unified-5h-status", "rejected");
        windows.put("anthropic-ratelimit-unified-5h-reset", "1796040100.5");
        windows.put("anthropic-ratelimit-unified-7d-status", "allowed");
        windows.put("anthropic-ratelimit-unified-7d-reset", "1796090000");
        assertThat(ofLimit(headers(windows))).contains(Duration.ofMillis(100_500));
        windows.put("anthropic-ratelimit-unified-7d-status", "rejected");
        assertThat(ofLimit(headers(windows))).contains(Duration.ofSeconds(50_000));
    }

    @Test
    void anAllowedSubscriptionIsNoAdvice() {
        assertThat(ofLimit(headers(
                        "anthropic-ratelimit-unified-status",
                        "allowed",
                        "anthropic-ratelimit-unified-reset",
                        "1796040010")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'error':{'details':[{'@type':'x/google.rpc.RetryInfo','retryDelay':'55s'}]}}               | PT55S
                    {'error':{'details':[{'@type':'x/google.rpc.RetryInfo','retryDelay':'18.5s'}]}}             | PT18.5S
                    {'error':{'details':[{'metadata':{'quotaResetDelay':'1h2m3s'}}]}}                           | PT1H2M3S
                    {'error':{'type':'usage_limit_reached','resets_at':1796040060}}                             | PT1M
                    {'error':{'type':'usage_limit_reached','resets_in_seconds':90}}                             | PT1M30S
                    {'error':{'metadata':{'retry_after_seconds':120}}}                                          | PT2M
                    {'error':{'metadata':{'headers':{'Retry-After':'8'}}}}                                      | PT8S
                    {'error':{'metadata':{'headers':{'X-RateLimit-Remaining':'0','X-RateLimit-Reset':'9'}}}}    | PT9S
                    {'error':{'message':'Please try again in 20s.'}}                                            | PT20S
                    {'error':{'message':'Please try again in 6ms. Visit'}}                                      | PT0.006S
                    {'error':{'message':'Please try again in 7m12.5s. Visit'}}                                  | PT7M12.5S
                    {'error':{'message':'Please retry in 10h17m5.7s.'}}                                         | PT10H17M5.7S
                    {'error':{'message':'retry in 500ms'}}                                                      | PT0.5S
                    {'error':{'message':'Please retry after 2 seconds.'}}                                       | PT2S
                    {'error':{'message':'Please retry your requests after 1 minute.'}}                          | PT1M
                    {'error':{'message':'Limit 10, Used 10. Please wait 2 minutes 30 seconds'}}                 | PT2M30S
                    {'error':{'message':'retry in 120 s'}}                                                      | PT2M
                    {'error':{'message':'Your quota will reset after 30s.'}}                                    | PT30S
                    {'error':{'message':'请在 30 秒后重试'}}                                                     | PT30S
                    {'error':{'message':'请求过于频繁，2分钟后再试'}}                                             | PT2M
                    {'error':{'message':'您的限额将在 2026-11-30 20:00:30 重置。'}}                               | PT30S
                    {'error':{'message':'It will reset at 2026-11-30 20:01:00 +0800 CST.'}}                     | PT1M
                    {'error':{'message':'You will regain access on 2026-12-01 at 00:00 UTC.'}}                  | PT12H
                    {'error':{'message':'Resets 2026-11-30T12:01:00Z'}}                                         | PT1M
                    {'error':{'message':'x','metadata':{'raw':'Please retry in 4s'}}}                           | PT4S
                    """)
    void readsTheBodysForms(String body, Duration expected) {
        assertThat(ofBody(body)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'error':{'message':'Limit 30000, Used 29000, Requested 2000.'}}",
                "{'error':{'message':'The request timed out after 30s'}}",
                "{'error':{'message':'Timed out after 30s. Please try again'}}",
                "{'error':{'message':'Please retry after 2'}}",
                "{'error':{'message':'retry with 3 models'}}",
                "{'error':{'message':'retry in -20s'}}",
                "{'error':{'message':'reset at 2026-11-30 19:59:59'}}",
                "{'error':{'message':'reset at 2026-13-40 19:59:59'}}",
                "{'error':{'message':'reset at 2026-11-30 20:00:30 +99:00'}}",
                "{'error':{'resets_at':1796039999}}",
                "{'error':{'resets_in_seconds':-5}}",
                "{'error':{'details':[{'retryDelay':{'seconds':'x'}}]}}",
                "{'error':{'details':'x'}}",
                "{'error':{'metadata':{'headers':'x'}}}",
            })
    void whatIsNoAdviceInABodyIsIgnored(String body) {
        assertThat(ofBody(body)).isEmpty();
    }

    @Test
    void headersGoBeforeTheBody() {
        assertThat(RetryAfter.named(
                        Headers.of("retry-after", "3"), body("{'error':{'message':'Please try again in 20s.'}}"), NOW))
                .contains(Duration.ofSeconds(3));
    }

    @Test
    void aBrokenUpstreamsLimitHeadersAreNoAdvice() {
        Failure failure = FailureClassifier.classify(
                FailureSignal.answer(
                        500,
                        headers("x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "60s"),
                        new byte[0],
                        Phase.HEADERS,
                        "h",
                        NOW),
                Optional.empty());
        assertThat(failure.retryAfter()).isEmpty();
    }

    @Test
    void aBrokenUpstreamsRetryAfterIsAdvice() {
        Failure failure = FailureClassifier.classify(
                FailureSignal.answer(503, Headers.of("Retry-After", "90"), new byte[0], Phase.HEADERS, "h", NOW),
                Optional.empty());
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(90));
    }

    @Test
    void noCapIsAppliedHere() {
        Failure failure = FailureClassifier.classify(
                FailureSignal.answer(429, Headers.of("Retry-After", "86400"), new byte[0], Phase.HEADERS, "h", NOW),
                Optional.empty());
        assertThat(failure.retryAfter()).contains(Duration.ofDays(1));
    }

    private static Optional<Duration> ofLimit(Headers headers) {
        return RetryAfter.namedOrLimits(headers, body(""), NOW);
    }

    private static Optional<Duration> ofBody(String singleQuoted) {
        return RetryAfter.namedOrLimits(Headers.none(), body(singleQuoted), NOW);
    }

    private static ErrorBody body(String singleQuoted) {
        return ErrorBody.read(FailureCase.json(singleQuoted).getBytes(StandardCharsets.UTF_8), Headers.none());
    }

    private static Headers headers(String... namesAndValues) {
        Map<String, String> fields = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return headers(fields);
    }

    private static Headers headers(Map<String, String> fields) {
        Map<String, List<String>> lists = new TreeMap<>();
        fields.forEach((name, value) -> lists.put(name, List.of(value)));
        return Headers.of(lists);
    }
}
