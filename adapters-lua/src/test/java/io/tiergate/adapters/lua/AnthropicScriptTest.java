package io.tiergate.adapters.lua;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.Dialect;
import io.tiergate.adapter.SourceView;
import io.tiergate.adapter.contract.AdapterContract;
import io.tiergate.adapter.contract.Exchange;
import io.tiergate.adapter.exchange.Headers;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.NeutralRequest;
import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapter.exchange.UpstreamResponse;
import io.tiergate.adapter.failure.FailureClass;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicScriptTest extends AdapterContract {
    private final Adapter adapter =
            new LuaAdapterFactory().load("anthropic.lua", LuaAdapterFactory.builtIn("anthropic.lua"));

    @Override
    protected Adapter adapter() {
        return adapter;
    }

    @Override
    protected SourceView source() {
        return source("http://a.test", "{}");
    }

    @Override
    protected List<Exchange> exchanges() {
        return Exchange.load(
                getClass(),
                "anthropic/plain-text.txt",
                "anthropic/tools.txt",
                "anthropic/history.txt",
                "anthropic/parts.txt",
                "anthropic/thinking.txt",
                "anthropic/system-only.txt",
                "anthropic/cut-by-length.txt",
                "anthropic/refusal.txt",
                "anthropic/overloaded.txt",
                "anthropic/cut.txt",
                "anthropic/no-message-stop.txt");
    }

    private static SourceView source(String baseUrl, String options) {
        return new SourceView("a", baseUrl, "claude-x", Json.parse(options));
    }

    private UpstreamRequest send(String body, SourceView source) {
        return adapter.request(
                new NeutralRequest(Dialect.OPENAI_CHAT, "claude-x", false, body.getBytes(UTF_8)), source);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "n":2                                    | n is 2 (expected: 1; the Messages API gives one answer)
            "max_tokens":0                           | max_tokens is 0 (expected: above 0)
            "max_completion_tokens":-1               | max_tokens is -1 (expected: above 0)
            "messages":[{"role":"user","content":" "}] | the request has no content
            "messages":[{"role":"user","content":[{"type":"input_audio"}]}] | a content part of type input_audio has no counterpart
            "tools":[{"type":"custom"}]              | a tool of type custom has no counterpart
            """)
    void whatHasNoCounterpartIsRefused(String field, String message) {
        String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]," + field + "}";
        assertThatThrownBy(() -> send(body, source()))
                .isInstanceOf(AdapterException.class)
                .hasMessageStartingWith("anthropic.lua: ")
                .hasMessageContaining(message);
    }

    @Test
    void theBaseUrlMayHoldTheVersion() {
        String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}";
        assertThat(send(body, source("http://a.test/v1", "{}")).path()).isEqualTo("/messages");
        assertThat(send(body, source("http://a.test/proxy", "{}")).path()).isEqualTo("/v1/messages");
    }

    @Test
    void theSourcesOptionsNameVersionAndDefaultLimit() {
        UpstreamRequest call = send(
                "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
                source("http://a.test", "{\"max_tokens\":32000,\"version\":\"2024-01-01\"}"));
        assertThat(Json.parse(call.body()).path("max_tokens").asInt()).isEqualTo(32_000);
        assertThat(call.headers())
                .containsEntry("anthropic-version", "2024-01-01")
                .doesNotContainKey("Authorization");
    }

    @Test
    void noThinkingIsAskedForInTheMiddleOfARoundOfToolCalls() {
        UpstreamRequest call = send("""
                {"reasoning_effort":"high","messages":[{"role":"user","content":"x"},
                 {"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},
                 {"role":"tool","tool_call_id":"a","content":"1"}]}
                """, source());
        assertThat(Json.parse(call.body()).has("thinking")).isFalse();
    }

    @Test
    void aSpendLimitIsNoRateLimit() {
        assertThat(classify("{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"m\"}}"))
                .isEmpty();
        assertThat(classify("{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\","
                        + "\"details\":{\"error_code\":\"enforced_spend_limit_reached\"}}}"))
                .contains(FailureClass.QUOTA_USED_UP);
    }

    private java.util.Optional<FailureClass> classify(String body) {
        return adapter.classify(new UpstreamResponse(429, Headers.none(), body.getBytes(UTF_8)));
    }
}
