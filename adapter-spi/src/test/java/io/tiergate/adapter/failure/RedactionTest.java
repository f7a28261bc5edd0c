package io.tiergate.adapter.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.exchange.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private static final String HOST = "llm.corp";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
                    Incorrect API key provided: sk-ab12****yz. Find         | Incorrect API key provided: [redacted]. Find
                    key sk-proj-AbCdEf is bad                               | key [redacted] is bad
                    key AIzaSyA-1234567890abcdefghijk                       | key [redacted]
                    key=AIzaSyA-1234567890abcdefghijk                       | [redacted]
                    Authorization: Bearer abcdefgh                          | Authorization: Bearer [redacted]
                    bearer "AbCd.EfGh"                                      | bearer "[redacted]"
                    key gsk_12345678abcdef                                  | key [redacted]
                    token hf_1234567abcde!                                  | token [redacted]!
                    API key provided: wrongkey.                             | API key provided: [redacted].
                    x-api-key: wrongkey                                     | x-api-key: [redacted]
                    Invalid key 0123456789abcdef0123 (hex)                  | Invalid key [redacted] (hex)
                    id abcdefghij0123456789abcdef.AbCdEfGh12345678          | id [redacted]
                    ark 6f0c1a2b-1111-2222-3333-abcdefabcdef                | ark [redacted]
                    b64 aGVsbG8gd29y/bGQgdGhpcyBp+cyBhIHNlY3JldA==          | b64 [redacted]
                    jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2 | jwt [redacted]
                    密钥sk-abc123无效                                        | 密钥[redacted]无效
                    see https://platform.openai.com/docs/x for more         | see [redacted] for more
                    (http://10.0.0.5:8080/v1)                               | ([redacted])
                    https://u:p@host/path?key=v.                            | [redacted].
                    host api.example.com refused                            | host [redacted] refused
                    api.example.com:443/v1/chat: refused                    | [redacted]: refused
                    at 10.1.2.3:8000                                        | at [redacted]
                    at [2001:db8::1]:8000                                   | at [[redacted]]:8000
                    localhost:11434 refused                                 | [redacted] refused
                    mail ops@example.com                                    | mail [redacted]
                    upstream llm.corp:9000 is down                          | upstream [redacted] is down
                    LLM.CORP is down                                        | [redacted] is down
                    """)
    void keysAndAddressesAreTakenOut(String said, String shown) {
        assertThat(Redaction.of(said, HOST)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "messages.7: image exceeds 2000 pixels",
                "The model `claude-3-5-sonnet-20241022` does not exist",
                "meta-llama/Llama-3.1-8B-Instruct-Turbo is not loaded",
                "DeepSeek-R1-Distill-Qwen-32B-Q4_K_M.gguf",
                "accounts/fireworks/models/llama-v3p1-405b-instruct",
                "us.anthropic.claude-3-7-sonnet-20250219-v1:0",
                "Qwen/Qwen2.5-VL-72B-Instruct",
                "tools.0.custom.input_schema: JSON schema is invalid",
                "Invalid type for 'messages[3].content[0].text': expected a string, but got null instead.",
                "This model's maximum context length is 128000 tokens. However, you requested 130000 tokens.",
                "context_length_exceeded",
                "AllocationQuota.FreeTierOnly",
                "Invalid URL (POST /v1/x)",
                "Bearer token is missing",
                "Please try again at 12:30:45, or in 7m12.5s.",
                "gpt-4.1 and gpt-4o-mini-2024-07-18 v1.2.3",
                "余额不足，请充值",
                "code:1302 llama3:8b",
                "100% of 1,000,000 tokens; retry=false",
                ""
            })
    void allElseStaysAsItIs(String said) {
        assertThat(Redaction.of(said, HOST)).isEqualTo(said);
    }

    @Test
    void aLongHostileTextCostsNoMoreThanItsLength() {
        String hostile = "sk-".repeat(500) + " a.b".repeat(200) + "::".repeat(300) + "x1".repeat(600);
        assertThat(Redaction.of(hostile, HOST)).contains(Redaction.MARK).doesNotContain("x1x1");
    }

    @Test
    void anUpstreamsMessageIsOneLineOfAtMost300CharactersWithoutControlCharacters() {
        Failure failure = classified(503, "a\r\nb\u0000c\u001b[31m \u202e" + "d ".repeat(400));
        assertThat(failure.message()).startsWith("a bc[31m d d").hasSizeLessThanOrEqualTo(300);
        assertThat(failure.message().chars().noneMatch(Character::isISOControl)).isTrue();
    }

    @Test
    void aMessageIsNotCutWithinASurrogatePair() {
        Failure failure = classified(503, "x".repeat(299) + "\ud83d\ude00 and more");
        assertThat(failure.message()).isEqualTo("x".repeat(299));
    }

    @Test
    void aCallersFaultKeepsItsTextButForSecrets() {
        String said = "1 validation error\n  messages.0: sk-abc123 " + "y ".repeat(400);
        Failure failure = classified(400, said);
        assertThat(failure.message()).isEqualTo(said.replace("sk-abc123", "[redacted]"));
        assertThat(failure.summary())
                .startsWith("1 validation error messages.0: [redacted]")
                .hasSizeLessThanOrEqualTo(300);
    }

    @Test
    void typeCodeAndParamAreRedactedToo() {
        Failure failure = FailureClassifier.classify(
                FailureSignal.answer(
                        400,
                        Headers.none(),
                        FailureCase.error("https://e.example.com/t", "sk-abc123", "m", "a.b.example.com")
                                .getBytes(StandardCharsets.UTF_8),
                        Phase.HEADERS,
                        HOST,
                        FailureCase.NOW),
                Optional.empty());
        assertThat(failure.type()).isEqualTo("[redacted]");
        assertThat(failure.code()).isEqualTo("[redacted]");
        assertThat(failure.param()).isEqualTo("[redacted]");
    }

    private static Failure classified(int status, String message) {
        return FailureClassifier.classify(
                FailureSignal.answer(
                        status,
                        Headers.none(),
                        FailureCase.error(null, null, message).getBytes(StandardCharsets.UTF_8),
                        Phase.HEADERS,
                        HOST,
                        FailureCase.NOW),
                Optional.empty());
    }
}
