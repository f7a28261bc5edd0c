package io.tiergate.adapter.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.Framing;
import io.tiergate.adapter.exchange.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExchangeTest {
    private static final String FILE = """
            What it is about.
            == asked
            {"model":"m2","messages":[]}
            == sent POST /v1/messages?a=b
            x-api-key: ${api_key}

            {"a":1}
            == stream
            event: start
            data: {"a":
            data: 1}

            : comment

            data:{}
            == means
            {"text":"hi","ends":"done"}
            """;

    @Test
    void aFileIsReadBySections() {
        Exchange exchange = Exchange.parse("dir/plain.txt", FILE);
        assertThat(exchange.name()).isEqualTo("plain");
        assertThat(exchange.asked(true).model()).isEqualTo("m2");
        Exchange.Sent sent = exchange.sent().orElseThrow();
        assertThat(sent.method() + sent.path()).isEqualTo("POST/v1/messages?a=b");
        assertThat(sent.headers()).containsEntry("x-api-key", "${api_key}").hasSize(1);
        assertThat(sent.body()).isEqualTo(Json.parse("{\"a\":1}"));
        assertThat(exchange.answer()).isEmpty();
        assertThat(exchange.stream(Framing.EVENT_STREAM).orElseThrow())
                .extracting(event -> event.name() + "|" + event.text())
                .containsExactly("start|{\"a\":\n1}", "|{}");
        assertThat(exchange.means(true)).isEqualTo(Json.parse("{\"text\":\"hi\",\"ends\":\"done\"}"));
        assertThat(exchange.means(false)).isEqualTo(Json.parse("{\"text\":\"hi\"}"));
    }

    @Test
    void aMisspeltSectionIsRefused() {
        assertThatThrownBy(() -> Exchange.parse("x.txt", "== streams\n"))
                .hasMessage("x.txt: section 'streams' (expected: asked, sent, answer, stream or means)");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> Exchange.load(ExchangeTest.class, "none.txt"))
                .hasMessageContaining("no file none.txt beside io.tiergate.adapter.contract.ExchangeTest");
    }

    @Test
    void everyShippedExchangeOfOpenAisFormIsWhole() {
        assertThat(Exchange.openAi()).hasSize(16).allSatisfy(exchange -> {
            if (exchange.answer().isPresent()
                    || exchange.stream(Framing.EVENT_STREAM).isPresent()) {
                assertThat(exchange.means(true).path("ends").isString()).isTrue();
            } else {
                assertThat(exchange.sent()).isPresent();
            }
        });
        assertThat(List.of("1", "1.0"))
                .as("numbers of another kind differ, so that 'sent' pins them")
                .map(Json::parse)
                .doesNotHaveDuplicates();
    }
}
