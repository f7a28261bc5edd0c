package io.tiergate.ear.client;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStreamUntilClose;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.json;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.EventReader.Event;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client of the integration tests, against a server whose every byte is known. */
@Timeout(20)
class CallTest {
    private final ScriptedUpstream server = ScriptedUpstream.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void readsAWholeAnswer() {
        server.always(json(404, "{\"a\":\"é\"}").header("X-One", "1"));
        try (Call call = Call.post(server.port(), "/x", Map.of("X-Two", "2"), "{}")) {
            assertThat(call.status()).isEqualTo(404);
            assertThat(call.header("x-one")).contains("1");
            assertThat(call.header("x-three")).isEmpty();
            assertThat(call.json().path("a").asString()).isEqualTo("é");
        }
        assertThat(server.request(1).header("x-two")).contains("2");
        assertThat(server.request(1).text()).isEqualTo("{}");
    }

    @Test
    void sendsTheTargetOfAGetAsItIs() {
        server.always(json(200, "{}"));
        Call.get(server.port(), "/v1/models/a%2Fb").close();
        assertThat(server.request(1).target()).isEqualTo("/v1/models/a%2Fb");
    }

    @Test
    void whatIsNotLabelledJsonIsNotReadAsJson() {
        server.always(raw().text("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\n{}"));
        try (Call call = Call.get(server.port(), "/")) {
            assertThatThrownBy(call::json).isInstanceOf(AssertionError.class).hasMessageContaining("text/html");
        }
    }

    @Test
    void readsEventsAsTheyCome() {
        server.always(eventStream()
                .text(": comment\n\nevent: e\r\ndata:1\r\ndata: 2\r\n\r\n")
                .pause(Duration.ofMillis(20))
                .text("data: 3\r\r")
                .hang());
        try (Call call = Call.post(server.port(), "/", Map.of(), "{}")) {
            assertThat(call.events().next()).contains(new Event("e", "1\n2"));
            assertThat(call.events().next()).contains(new Event("", "3"));
            assertThat(call.events().lines()).contains(": comment", "data:1", "data: 3");
        }
        server.request(1).awaitPeerLeft(Duration.ofSeconds(5));
    }

    @Test
    void tellsTheEndOfAStreamFromItsCut() {
        server.inTurn(
                ScriptedUpstreamChat.stream("a", "b"),
                eventStream().event(ScriptedUpstreamChat.delta("a")).close(),
                eventStreamUntilClose()
                        .event(ScriptedUpstreamChat.delta("a"))
                        .event("{\"error\":{\"message\":\"m\"}}"));
        StreamedAnswer whole = stream();
        assertThat(whole.content()).isEqualTo("ab");
        assertThat(whole.roles()).isEqualTo(1);
        assertThat(whole.finishReasons()).containsExactly("stop");
        assertThat(whole.done()).isTrue();
        assertThat(whole.cut()).isFalse();

        StreamedAnswer cut = stream();
        assertThat(cut.cut()).isTrue();
        assertThat(cut.done()).isFalse();

        StreamedAnswer failed = stream();
        assertThat(failed.cut()).isFalse();
        assertThat(failed.errors()).hasSize(1);
        assertThat(failed.saysDone()).isFalse();
    }

    private StreamedAnswer stream() {
        try (Call call = Call.post(server.port(), "/", Map.of(), "{}")) {
            return call.stream();
        }
    }
}
