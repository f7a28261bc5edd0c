package io.tiergate.adapters.openai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.AdapterFactory;
import io.tiergate.adapter.AdapterSpi;
import io.tiergate.adapter.Dialect;
import io.tiergate.adapter.SourceView;
import io.tiergate.adapter.exchange.Headers;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.NeutralEvent;
import io.tiergate.adapter.exchange.NeutralRequest;
import io.tiergate.adapter.exchange.StreamEvent;
import io.tiergate.adapter.exchange.StreamReader;
import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapter.exchange.UpstreamResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class OpenAiAdapterTest {
    private static final SourceView SOURCE =
            new SourceView("a", "http://a.test/v1", "m1", Json.mapper().createObjectNode());

    private final OpenAiAdapter adapter = new OpenAiAdapter();

    @Test
    void isFoundByServiceLoader() {
        assertThat(ServiceLoader.load(AdapterFactory.class))
                .filteredOn(OpenAiAdapterFactory.class::isInstance)
                .singleElement()
                .satisfies(factory -> {
                    assertThat(factory.spiMajor()).isEqualTo(AdapterSpi.MAJOR);
                    assertThat(factory.adapters())
                            .singleElement()
                            .satisfies(a -> assertThat(a.descriptor().id()).isEqualTo("openai"));
                });
    }

    @Test
    void theBodyIsSentAsItIsWithTheKeyAsBearerToken() {
        byte[] body = "{\"model\":\"m1\",  \"messages\":[]}".getBytes(UTF_8);
        UpstreamRequest call = adapter.request(new NeutralRequest(Dialect.OPENAI_CHAT, "m1", false, body), SOURCE);
        assertThat(call.method()).isEqualTo("POST");
        assertThat(call.path()).isEqualTo("/chat/completions");
        assertThat(call.headers()).containsExactly(java.util.Map.entry("Authorization", "Bearer ${api_key}"));
        assertThat(call.body()).isSameAs(body);
    }

    @Test
    void aRequestInADialectThatItDoesNotSpeakIsRefused() {
        assertThatThrownBy(() ->
                        adapter.request(new NeutralRequest(Dialect.GEMINI, "m1", false, "{}".getBytes(UTF_8)), SOURCE))
                .isInstanceOf(AdapterException.class)
                .hasMessage("openai: cannot send a request in dialect gemini (expected: openai-chat)");
    }

    @Test
    void anAnswerWithoutChoicesIsNone() {
        assertThatThrownBy(() -> adapter.response(answer("{\"error\":{\"message\":\"no\"}}"), SOURCE))
                .isInstanceOf(AdapterException.class)
                .hasMessageContaining("source a has no array 'choices'");
    }

    @Test
    void aPageInsteadOfJsonNamesItsTypeAndWhatToCheck() {
        UpstreamResponse page =
                new UpstreamResponse(200, Headers.of("Content-Type", "text/html"), "<html>".getBytes(UTF_8));
        assertThatThrownBy(() -> adapter.response(page, SOURCE))
                .hasMessage("openai: the answer is not JSON but text/html (expected: application/json);"
                        + " check the source's base_url");
    }

    @Test
    void modelNamesAreReadInOpenAisFormAndFromABareArray() {
        assertThat(adapter.modelsRequest(SOURCE).orElseThrow().path()).isEqualTo("/models");
        assertThat(adapter.models(answer("{\"object\":\"list\",\"data\":[{\"id\":\"m2\"},{\"id\":\"m1\"},{}]}")))
                .containsExactly("m2", "m1");
        assertThat(adapter.models(answer("[{\"id\":\"m1\"},\"m2\"]"))).containsExactly("m1", "m2");
    }

    @Test
    void nothingIsReadAfterDone() {
        assertThat(events("[DONE]", "[DONE]", "{\"choices\":[]}")).containsExactly(new NeutralEvent.Done());
    }

    @Test
    void keepAlivesWrappedAsDataAreNoEvents() {
        assertThat(events(": OPENROUTER PROCESSING", "", " ")).isEmpty();
    }

    @Test
    void anErrorEndsTheStreamAndBringsTheStatusThatItNames() {
        assertThat(failure("{\"error\":{\"code\":429,\"message\":\"slow\"}}")).isEqualTo(429);
        assertThat(failure("{\"error\":{\"code\":\"503\"}}")).isEqualTo(503);
        assertThat(failure("{\"error\":{\"code\":\"slow_down\"}}")).isZero();
        assertThat(failure("{\"error\":\"text\"}")).isZero();
        assertThat(failure("[{\"error\":{\"code\":503,\"status\":\"UNAVAILABLE\"}}]"))
                .isEqualTo(503);
        assertThat(failure("{\"object\":\"error\",\"message\":\"m\",\"code\":400}"))
                .isEqualTo(400);
    }

    @Test
    void anErrorThatIsNullIsNone() {
        assertThat(events("{\"choices\":[],\"error\":null}")).singleElement().isInstanceOf(NeutralEvent.Chunk.class);
    }

    @Test
    void anEventOfUnknownFormIsRefused() {
        for (String data : List.of("{}", "7", "{\"a\"", "[]")) {
            assertThatThrownBy(() -> events(data)).as(data).isInstanceOf(AdapterException.class);
        }
    }

    private int failure(String data) {
        List<NeutralEvent> events = events(data, "{\"choices\":[]}");
        assertThat(events).singleElement().isInstanceOf(NeutralEvent.Failed.class);
        return ((NeutralEvent.Failed) events.getFirst()).status();
    }

    private List<NeutralEvent> events(String... data) {
        StreamReader reader =
                adapter.streamReader(new NeutralRequest(Dialect.OPENAI_CHAT, "m1", true, new byte[0]), SOURCE);
        List<NeutralEvent> events = new ArrayList<>();
        for (String d : data) {
            reader.event(new StreamEvent("", d.getBytes(UTF_8)), events::add);
        }
        reader.end(events::add);
        return events;
    }

    private static UpstreamResponse answer(String body) {
        return new UpstreamResponse(200, Headers.none(), body.getBytes(UTF_8));
    }
}
