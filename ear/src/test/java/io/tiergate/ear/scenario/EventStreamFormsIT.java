package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.StreamedAnswer;
import io.tiergate.ear.process.LoggedRequest;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S02: every legal form of an event stream is understood: line ends, no blank after the colon, several data lines. */
@OnSharedGateway
class EventStreamFormsIT {
    static final Stage STAGE = Stage.tiers("forms", "retries: 0", "a").copies(3);

    private static final String FIRST =
            "data:{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"one \"}}]}";
    private static final String REST = "event: message\r\nid: 7\r\ndata: {\"id\":\"c1\",\r\n"
            + "data: \"choices\":[{\"index\":0,\"delta\":{\"content\":\"two\"}}]}\r\n\r\n"
            + "data:{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],"
            + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}}\r\n\r\n"
            + "data:[DONE]\r\n\r\n";

    @ParameterizedTest
    @EnumSource
    void returnAndFeedEvenWhenAWriteCutsBetweenThem(AdapterPath path) {
        assertUnderstood(
                STAGE.act(path),
                eventStream().text(FIRST + "\r").pause(Duration.ofMillis(50)).text("\n\r\n" + REST));
    }

    @ParameterizedTest
    @EnumSource
    void bareReturns(AdapterPath path) {
        assertUnderstood(STAGE.act(path), eventStream().text(FIRST + "\r\r").text(REST.replace("\r\n", "\r")));
    }

    @ParameterizedTest
    @EnumSource
    void bareFeeds(AdapterPath path) {
        assertUnderstood(STAGE.act(path), eventStream().text(FIRST + "\n\n").text(REST.replace("\r\n", "\n")));
    }

    private static void assertUnderstood(Act act, ScriptedUpstreamReply stream) {
        act.a().always(stream);

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).isEqualTo("one two");
        assertThat(answer.finishReasons()).containsExactly("stop");
        assertThat(answer.done()).isTrue();
        LoggedRequest logged = act.logged();
        assertThat(logged.outcome()).isEqualTo("served");
        assertThat(logged.way()).containsExactly(act.served("a"));
        assertThat(logged.tokens()).containsExactly(3, 2, 5);
        assertThat(logged.estimated()).isFalse();
    }
}
