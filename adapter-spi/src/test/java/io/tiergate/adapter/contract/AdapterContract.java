package io.tiergate.adapter.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.AdapterException;
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
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * What every adapter must do. A test of an adapter extends this class; the adapter passes when all tests of it pass, and tests of
 * its own may stand beside them:
 *
 * <pre>
 * class MyAdapterTest extends AdapterContract {
 *     protected Adapter adapter() { return new MyAdapter(); }
 *     protected List&lt;Exchange&gt; exchanges() { return Exchange.load(getClass(), "plain-text.txt", "tool-calls.txt"); }
 * }
 * </pre>
 */
public abstract class AdapterContract {
    private static final int THREADS = 8;

    /** Returns the adapter under test. */
    protected abstract Adapter adapter();

    /** Returns recorded exchanges with its upstream, at least one with a stream and one with a whole answer. */
    protected abstract List<Exchange> exchanges();

    /** Returns the source that the requests go to. */
    protected SourceView source() {
        return new SourceView("a", "http://a.test/v1", "m1", Json.mapper().createObjectNode());
    }

    @TestFactory
    Stream<DynamicTest> sendsWhatWasRecorded() {
        return exchanges().stream()
                .filter(exchange -> exchange.sent().isPresent())
                .map(exchange -> dynamicTest(exchange.name(), () -> {
                    Exchange.Sent expected = exchange.sent().orElseThrow();
                    UpstreamRequest call = adapter().request(exchange.asked(false), source());
                    assertThat(call.method()).isEqualTo(expected.method());
                    assertThat(call.path()).isEqualTo(expected.path());
                    assertThat(inAnyCase(call.headers())).containsAllEntriesOf(inAnyCase(expected.headers()));
                    assertThat(Json.parse(call.body())).isEqualTo(expected.body());
                }));
    }

    @TestFactory
    Stream<DynamicTest> aWholeAnswerMeansWhatWasRecorded() {
        return exchanges().stream()
                .filter(exchange -> exchange.answer().isPresent())
                .map(exchange -> dynamicTest(
                        exchange.name(), () -> assertThat(whole(exchange)).isEqualTo(exchange.means(false))));
    }

    @TestFactory
    Stream<DynamicTest> aStreamedAnswerMeansWhatWasRecorded() {
        return streams()
                .map(exchange -> dynamicTest(
                        exchange.name(), () -> assertThat(streamed(exchange)).isEqualTo(exchange.means(true))));
    }

    @TestFactory
    Stream<DynamicTest> everyChunkHasChoices() {
        return streams()
                .map(exchange -> dynamicTest(exchange.name(), () -> {
                    for (NeutralEvent event : read(exchange)) {
                        if (event instanceof NeutralEvent.Chunk(JsonNode chunk)) {
                            assertThat(chunk.path("choices").isArray())
                                    .as("choices of %s", chunk)
                                    .isTrue();
                        }
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> nothingComesAfterTheEndOrAFailure() {
        return streams()
                .map(exchange -> dynamicTest(exchange.name(), () -> {
                    List<NeutralEvent> events = read(exchange);
                    for (int i = 0; i < events.size() - 1; i++) {
                        assertThat(events.get(i)).isInstanceOf(NeutralEvent.Chunk.class);
                    }
                }));
    }

    @Test
    void theDescriptorIsAlwaysTheSame() {
        Adapter adapter = adapter();
        assertThat(adapter.descriptor()).isSameAs(adapter.descriptor());
    }

    @Test
    void aPathStandsUnderTheBaseUrl() {
        for (Exchange exchange : exchanges()) {
            assertThat(adapter().request(exchange.asked(true), source()).path())
                    .startsWith("/")
                    .doesNotContain("..", " ", "\n");
        }
    }

    @Test
    void theRequestIsLeftAsItWas() {
        for (Exchange exchange : exchanges()) {
            NeutralRequest asked = exchange.asked(false);
            byte[] before = asked.body().clone();
            adapter().request(asked, source());
            assertThat(asked.body()).isEqualTo(before);
        }
    }

    /** Two answers are read at a time, event by event in turn: neither shows in the other. */
    @Test
    void readersShareNothing() {
        Adapter adapter = adapter();
        List<Exchange> streams = streams().toList();
        List<StreamReader> readers = new ArrayList<>();
        List<List<NeutralEvent>> read = new ArrayList<>();
        for (Exchange exchange : streams) {
            readers.add(adapter.streamReader(exchange.asked(true), source()));
            read.add(new ArrayList<>());
        }
        int longest = streams.stream().mapToInt(s -> events(s).size()).max().orElse(0);
        for (int i = 0; i < longest; i++) {
            for (int s = 0; s < streams.size(); s++) {
                if (i < events(streams.get(s)).size()) {
                    readers.get(s).event(events(streams.get(s)).get(i), read.get(s)::add);
                }
            }
        }
        for (int s = 0; s < streams.size(); s++) {
            readers.get(s).end(read.get(s)::add);
            assertThat(Meaning.ofStream(read.get(s)))
                    .as(streams.get(s).name())
                    .isEqualTo(streams.get(s).means(true));
        }
    }

    @Test
    void manyThreadsMayUseItAtATime() throws Exception {
        Adapter adapter = adapter();
        Callable<List<String>> all = () -> exchanges().stream()
                .map(exchange -> {
                    UpstreamRequest call = adapter.request(exchange.asked(true), source());
                    String events = exchange.stream(adapter.framing()).isPresent()
                            ? Meaning.ofStream(read(adapter, exchange)).toString()
                            : "";
                    return call.method() + call.path() + new String(call.body(), UTF_8) + events;
                })
                .toList();
        List<String> alone = all.call();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<String>>> results = IntStream.range(0, THREADS)
                    .mapToObj(i -> threads.submit(all))
                    .toList();
            for (Future<List<String>> result : results) {
                assertThat(result.get()).isEqualTo(alone);
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> anAnswerOfUnknownFormIsAnAdapterException() {
        return Stream.of("", "<html>Bad Gateway</html>", "7", "null", "[]", "\"text\"", "{", "{}", "{\"error\":\"no\"}")
                .map(body -> dynamicTest("'" + body + "'", () -> {
                    UpstreamResponse answer = new UpstreamResponse(200, Headers.none(), body.getBytes(UTF_8));
                    assertThatThrownBy(() -> adapter().response(answer, source()))
                            .isInstanceOf(AdapterException.class);
                }));
    }

    /** The host skips and counts such an event; the reader goes on. */
    @TestFactory
    Stream<DynamicTest> aStreamEventOfUnknownFormIsAnAdapterExceptionOrNothing() {
        return Stream.of("", " ", ": keepalive", "<html>", "7", "null", "[]", "\"text\"", "{", "{}")
                .map(data -> dynamicTest("'" + data + "'", () -> {
                    Exchange exchange = streams().findFirst().orElseThrow();
                    StreamReader reader = adapter().streamReader(exchange.asked(true), source());
                    List<NeutralEvent> events = new ArrayList<>();
                    try {
                        reader.event(new StreamEvent("", data.getBytes(UTF_8)), events::add);
                    } catch (AdapterException e) {
                        assertThat(e)
                                .hasMessageContaining(adapter().descriptor().id());
                    }
                    assertThat(events).isEmpty();
                    events(exchange).forEach(event -> reader.event(event, events::add));
                    reader.end(events::add);
                    assertThat(Meaning.ofStream(events)).isEqualTo(exchange.means(true));
                }));
    }

    @TestFactory
    Stream<DynamicTest> classifyingAnErrorNeverThrows() {
        return Stream.of("", "<html>", "{", "[]", "{}", "{\"error\":7}", "{\"error\":{\"code\":{}}}", "\u0000")
                .map(body -> dynamicTest(
                        "'" + body + "'",
                        () -> assertThatCode(() -> adapter()
                                        .classify(new UpstreamResponse(429, Headers.none(), body.getBytes(UTF_8))))
                                .doesNotThrowAnyException()));
    }

    private Stream<Exchange> streams() {
        return exchanges().stream()
                .filter(exchange -> exchange.stream(adapter().framing()).isPresent());
    }

    private List<StreamEvent> events(Exchange exchange) {
        return exchange.stream(adapter().framing()).orElseThrow();
    }

    private JsonNode whole(Exchange exchange) {
        try {
            return Meaning.ofAnswer(adapter().response(exchange.answer().orElseThrow(), source()));
        } catch (AdapterException e) {
            return Json.mapper().getNodeFactory().stringNode(Exchange.UNREADABLE);
        }
    }

    private JsonNode streamed(Exchange exchange) {
        return Meaning.ofStream(read(exchange));
    }

    private List<NeutralEvent> read(Exchange exchange) {
        return read(adapter(), exchange);
    }

    private List<NeutralEvent> read(Adapter adapter, Exchange exchange) {
        StreamReader reader = adapter.streamReader(exchange.asked(true), source());
        List<NeutralEvent> events = new ArrayList<>();
        exchange.stream(adapter.framing()).orElseThrow().forEach(event -> reader.event(event, events::add));
        reader.end(events::add);
        return events;
    }

    private static Map<String, String> inAnyCase(Map<String, String> headers) {
        Map<String, String> inAnyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        inAnyCase.putAll(headers);
        return inAnyCase;
    }
}
