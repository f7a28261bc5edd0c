package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC 2 and scenario S52: scalars are what they seem, or an error; never another spelling, never a cast. */
class ScalarsTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "on",
                "off",
                "yes",
                "no",
                "y",
                "true",
                "4.1",
                "0123",
                "1e5",
                "1_000",
                "0x1F",
                "12345678901234567890",
                "1.0",
                "+1",
                ".5"
            })
    void namesAndKeysKeepTheirSpelling(String text) {
        SourceConfig source = Load.in(home)
                .config(
                        "sources: [{name: %1$s, base_url: 'https://a.test', api_key: %1$s, models: [%1$s, {id: x, upstream: %1$s, aliases: [x%1$s]}]}]"
                                .formatted(text))
                .source();

        assertThat(source.name()).isEqualTo(text);
        assertThat(source.apiKeys().getFirst().secret().reveal()).isEqualTo(text);
        assertThat(source.models().getFirst()).isEqualTo(ModelEntry.of(text, ModelKind.CHAT));
        assertThat(source.models().getLast().upstream()).isEqualTo(text);
        assertThat(source.models().getLast().aliases()).containsExactly("x" + text);
    }

    @Test
    void numbersOfTheRuntimeFileKeepTheirSpellingToo() {
        SourceConfig source = Load.in(home).runtime("""
                        {"sources": [{"name": 4.10, "base_url": "https://a.test", "models": [1e5]}]}""").source();

        assertThat(source.name()).isEqualTo("4.10");
        assertThat(source.models().getFirst().id()).isEqualTo("1e5");
    }

    @Test
    void aQuotedNumberIsThatNumber() {
        assertThat(sourceWith("retries: \"3\"").retries()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            retries: -1            | GW1014 sources[0].retries: -1 (expected: >= 0), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            retries: 1.5           | GW1013 sources[0].retries: 1.5 (expected: a whole number in plain digits), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            retries: .inf          | GW1013 sources[0].retries: .inf (expected: a whole number in plain digits), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            retries: true          | GW1013 sources[0].retries: true (expected: a whole number in plain digits), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            retries: 010           | GW1013 sources[0].retries: 010 (expected: a whole number in plain digits), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            retries: 1_000         | GW1013 sources[0].retries: 1_000 (expected: a whole number in plain digits), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            retries: 0x10          | GW1013 sources[0].retries: 0x10 (expected: a whole number in plain digits), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            retries: 2147483648    | GW1014 sources[0].retries: 2147483648 (expected: <= 2147483647), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            rpm: 99999999999999999999 | GW1014 sources[0].rpm: 99999999999999999999 (expected: <= 2147483647), at config.yaml line 6. Write e.g. 3, or drop the key for the default 0.
            weight: 0              | GW1014 sources[0].weight: 0 (expected: >= 1), at config.yaml line 6. Write e.g. 3, or drop the key for the default 1.
            enabled: yes           | GW1013 sources[0].enabled: yes (expected: true or false), at config.yaml line 6. Write true or false, or drop the key for the default true.
            enabled: 1             | GW1013 sources[0].enabled: 1 (expected: true or false), at config.yaml line 6. Write true or false, or drop the key for the default true.
            timeouts: {idle: true} | GW1013 sources[0].timeouts.idle: true (expected: a duration with its unit, ms, s, m, h or d), at config.yaml line 6. Write e.g. 30s, or drop the key for the default 30s.
            timeouts: {idle: 5}    | GW1013 sources[0].timeouts.idle: 5 (expected: a duration with its unit, ms, s, m, h or d), at config.yaml line 6. Write e.g. 30s, or drop the key for the default 30s.
            timeouts: {idle: 12:30} | GW1013 sources[0].timeouts.idle: 12:30 (expected: a duration with its unit, ms, s, m, h or d), at config.yaml line 6. Write e.g. 30s, or drop the key for the default 30s.
            timeouts: {idle: 0s}   | GW1014 sources[0].timeouts.idle: 0s (expected: > 0s), at config.yaml line 6. Write e.g. 30s, or drop the key for the default 30s.
            timeouts: {idle: 9999d} | GW1014 sources[0].timeouts.idle: 9999d (expected: <= 3650d), at config.yaml line 6. Write e.g. 30s, or drop the key for the default 30s.
            timeouts: 5s           | GW1012 sources[0].timeouts: a text (expected: keys and values), at config.yaml line 6. Write its keys below it, or inside { }.
            timeout: true          | GW1010 sources[0].timeout: a key that nobody knows, at config.yaml line 6. Did you mean timeouts?
            tiemout: 5             | GW1010 sources[0].tiemout: a key that nobody knows, at config.yaml line 6. Did you mean timeouts?
            baseUrl: x             | GW1010 sources[0].baseUrl: a key that nobody knows, at config.yaml line 6. Did you mean base_url?
            retries: [1]           | GW1012 sources[0].retries: a list (expected: one value), at config.yaml line 6. Write the value behind the colon.
            models: {m1: x}        | GW1003 the key models for the second time (first: line 5), at config.yaml line 6. Keep one of the two.
            <<: {retries: 2}       | GW1010 sources[0].<<: a key that nobody knows, at config.yaml line 6. YAML 1.2 has no merge keys: write the keys out, or use a template.
            """)
    void thisLineIsAnError(String line, String message) {
        LoadResult result = Load.yaml(home, Load.SOURCE + "    " + line + "\n");

        assertThat(result.config()).isEmpty();
        assertThat(Load.errors(result)).containsExactly(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stream: {max_event: 16}          | GW1013 stream.max_event: 16 (expected: a size with its unit, B, KiB, MiB, GiB, KB, MB or GB), at config.yaml line 1. Write e.g. 2MiB, or drop the key for the default 16MiB.
            stream: {max_event: 65MiB}       | GW1014 stream.max_event: 65MiB (expected: 1KiB to 64MiB), at config.yaml line 1. Write e.g. 2MiB, or drop the key for the default 16MiB.
            stream: {rescue: false}          | GW1013 stream.rescue: false (expected: off, hold, restart, continue), at config.yaml line 1. Write one of these, or drop the key for the default off.
            cooldown: {base: -5s}            | GW1014 cooldown.base: -5s (expected: > 0s), at config.yaml line 1. Write e.g. 30s, or drop the key for the default 5s.
            cooldown: {max: 4s}              | GW1014 cooldown.max: 4s (expected: >= base, 5s), at config.yaml line 1. Change one of the two.
            cooldown: {base: 6m}             | GW1014 cooldown.base: 6m (expected: <= max, 5m), at config.yaml line 1. Change one of the two.
            routing: {mode: key_first}       | GW1013 routing.mode: key_first (expected: preference, smart, weighted, listed), at config.yaml line 1. Write one of these, or drop the key for the default preference.
            routing: {smart: {prefilter: 0}} | GW1014 routing.smart.prefilter: 0 (expected: >= 1), at config.yaml line 1. Write e.g. 3, or drop the key for the default 20.
            routing: {smart: {degrade_below: 1.1}} | GW1014 routing.smart.degrade_below: 1.1 (expected: 0 to 1), at config.yaml line 1. Write e.g. 0.5, or drop the key for the default 0.8.
            routing: {smart: {degrade_below: .nan}} | GW1013 routing.smart.degrade_below: .nan (expected: a number), at config.yaml line 1. Write e.g. 0.5, or drop the key for the default 0.8.
            quota: {zone: Mars}              | GW1013 quota.zone: Mars (expected: a time zone), at config.yaml line 1. Write e.g. Asia/Shanghai, or drop the key for the server's zone.
            default_model: gpt-4o            | GW1013 default_model: gpt-4o (expected: AUTO), at config.yaml line 1. Write AUTO and put the model into the chain auto, or drop the key: unknown names then get 404.
            sticky: {by: [cookie]}           | GW1013 sticky.by[0]: cookie (expected: header:<name>, user, prompt_cache_key, metadata.user_id or conversation), at config.yaml line 1. Write e.g. header:x-session-id.
            sticky: {ttl: 1m}                | GW1011 sticky.by: missing (expected: a list, e.g. [header:x-session-id, user]), at config.yaml line 1. Add the key.
            sources: {a: b}                  | GW1012 sources: keys and values (expected: a list), at config.yaml line 1. Begin each item with -, or write the list inside [ ].
            sources: [{name: a}]             | GW1011 sources[0].base_url: missing (expected: a URL, e.g. https://api.openai.com/v1), at config.yaml line 1. Add the key.
            sources: [a]                     | GW1012 sources[0]: a text (expected: keys and values), at config.yaml line 1. Write its keys below it, or inside { }.
            """)
    void thisFileIsAnError(String yaml, String message) {
        LoadResult result = Load.yaml(home, yaml);

        assertThat(result.config()).isEmpty();
        assertThat(Load.errors(result)).containsExactly(message);
    }

    @ParameterizedTest
    @CsvSource({
        "500ms, 500",
        "30s, 30000",
        "1.5m, 90000",
        "1m30s, 90000",
        "2h, 7200000",
        "1d, 86400000",
        "3650d, 315360000000"
    })
    void durationsHaveUnits(String text, long millis) {
        assertThat(sourceWith("timeouts: {total: " + text + "}").timeouts().total())
                .isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void noWaitIsAllowedWhereWaitingIsOptional() {
        assertThat(sourceWith("retry_after_wait: 0s").retryAfterWait()).isZero();
        assertThat(Load.errors(Load.yaml(home, Load.SOURCE + "    retry_after_wait: -1ms\n")))
                .containsExactly(
                        "GW1014 sources[0].retry_after_wait: -1ms (expected: >= 0s), at config.yaml line 6. Write e.g. 30s,"
                                + " or drop the key for the default 3s.");
    }

    @Test
    void oneModelIsAListOfOneAndNotSixLetters() {
        SourceConfig source = Load.in(home)
                .config("sources: [{name: a, base_url: 'https://a.test', models: llama3}]")
                .source();

        assertThat(source.models()).containsExactly(ModelEntry.of("llama3", ModelKind.CHAT));
    }

    @Test
    void aKeyWithoutAValueIsLeftOut() {
        GatewayConfig config = Load.in(home)
                .config("sources:\nrouting:\n  max_attempts:\ncooldown: ~\nauto: null\n")
                .bound();

        assertThat(config).isEqualTo(GatewayConfig.empty(home));
    }

    @Test
    void numbersInOptionsKeepTheirDigits() {
        SourceConfig source = sourceWith(
                "options: {a: 12345678901234567890, b: 1.50, c: 0x1F, d: 0o17, e: +7, f: 1e3, g: null, h: True, i: '7'}");

        assertThat(source.options())
                .hasToString("{\"a\":12345678901234567890,\"b\":1.50,\"c\":31,\"d\":15,\"e\":7,\"f\":1E+3,\"g\":null,"
                        + "\"h\":true,\"i\":\"7\"}");
    }

    @Test
    void whatJsonCannotHoldIsAnErrorInOptions() {
        assertThat(Load.errors(Load.yaml(home, Load.SOURCE + "    options: {a: [.inf]}\n")))
                .containsExactly("GW1013 sources[0].options.a[0]: .inf (expected: a number that JSON can hold), at"
                        + " config.yaml line 6. Write a finite number, or quote it if it is text.");
    }

    private SourceConfig sourceWith(String line) {
        return Load.in(home).config(Load.SOURCE + "    " + line + "\n").source();
    }
}
