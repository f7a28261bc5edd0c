package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStream;
import static io.tiergate.adapter.contract.ScriptedUpstreamReply.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.client.EventReader;
import io.tiergate.ear.client.EventReader.Event;
import io.tiergate.ear.client.StreamedAnswer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the upstream speaks the client's dialect, requests and answers pass as they came: but for the model, to the byte. */
@OnSharedGateway
class PassThroughIT {
    static final Stage STAGE = Stage.named("to-the-byte", "a")
            .sources("""
                    - {name: @act@-a, adapter: openai, base_url: "@a@/v1", models: [{id: m, upstream: "up/m:1"}]}
                    """)
            .chains("@act@: {slots: [{model: m, source: @act@-a, tier: 1}]}\n")
            .copies(AdapterPath.PASS_THROUGH, 5);

    /** White space, escapes, numbers beyond a double, unknown members, an odd order, other members named model. */
    private static final String ODD = """
             {\t"zeta" : 12345678901234567890123456789 ,
              "messages":[ {"content":"\\u4f60\\ud83c\\udf0d \\/ é","role":"user","model":"inner"} ],
              "pi":3.14159265358979323846264338327950288e+00, "e":1E400, "nought":-0.0,
              "tools":[{"type":"function","function":{"name":"f","parameters":{"model":{"model":"@act@"}}}}],
              "model"  :   "@act@"  ,
              "unknown_new_field":{"b":[],"a":{},"n":null} , "stream" :%s%s }
            """;

    @Test
    void theUpstreamGetsTheClientsBytesWithItsOwnModelName() {
        Act act = STAGE.act();
        act.a().always(ScriptedUpstreamChat.answer("ok"));

        try (Call call = Act.post(Map.of(), ODD.formatted("false", "").replace("@act@", act.name()))) {
            assertThat(call.status()).isEqualTo(200);
        }

        assertThat(act.a().request(1).text()).isEqualTo(withOwnModel(act, ODD.formatted("false", "")));
        assertThat(act.a().request(1).header("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
    }

    @Test
    void alsoOfAStreamThatAsksForItsUsage() {
        Act act = STAGE.act();
        act.a().always(ScriptedUpstreamChat.stream("ok"));
        String body = ODD.formatted("true", ",\"stream_options\":{\"include_usage\":true}");

        try (Call call = Act.post(Map.of(), body.replace("@act@", act.name()))) {
            assertThat(call.status()).isEqualTo(200);
            assertThat(call.stream().done()).isTrue();
        }

        assertThat(act.a().request(1).text()).isEqualTo(withOwnModel(act, body));
    }

    @Test
    void theClientGetsTheUpstreamsBytes() {
        Act act = STAGE.act();
        String answer = """
                { "id":"c1", "model" : "up-model-2026", "new_field":[1e400, 12345678901234567890123],
                  "choices":[{"index":0,"message":{"role":"assistant","content":"\\u4f60 é"},"finish_reason":"stop"}],
                  "usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5} }
                """;
        act.a().always(json(200, answer));

        try (Call call = act.ask()) {
            assertThat(call.requiredHeader("Content-Type")).startsWith("application/json");
            assertThat(call.text()).isEqualTo(answer);
        }
        assertThat(act.logged().tokens()).containsExactly(3, 2, 5);
    }

    @Test
    void theClientGetsTheUpstreamsEvents() {
        Act act = STAGE.act();
        String odd = "{ \"new_field\" : 1e400, \"choices\":[{\"delta\":{\"content\":\"\\u4f60\"},\"index\":0}]}";
        act.a()
                .always(eventStream()
                        .event(ScriptedUpstreamChat.role())
                        .event(odd)
                        .event(ScriptedUpstreamChat.finish())
                        .event(ScriptedUpstreamChat.DONE));

        StreamedAnswer answer = act.stream();

        assertThat(answer.events())
                .extracting(Event::data)
                .containsExactly(
                        ScriptedUpstreamChat.role(), odd, ScriptedUpstreamChat.finish(), ScriptedUpstreamChat.DONE);
    }

    /** The server passes over the first flush of a response: the first event then came with the second. */
    @Test
    void theFirstContentIsWithTheClientBeforeTheSecondIsThere() {
        Act act = STAGE.act();
        act.a()
                .always(eventStream()
                        .event(ScriptedUpstreamChat.role())
                        .event(ScriptedUpstreamChat.delta("first"))
                        .pause(Duration.ofSeconds(2))
                        .event(ScriptedUpstreamChat.delta("second"))
                        .event(ScriptedUpstreamChat.finish())
                        .event(ScriptedUpstreamChat.DONE));

        try (Call call = act.askForStream()) {
            EventReader events = call.events();
            events.next();
            assertThat(events.next().orElseThrow().data()).contains("first");
            assertThat(call.sinceSent()).isLessThan(Duration.ofSeconds(1));
        }
    }

    /** Only the request's own model changes; the one inside the tool's parameters is text of the client. */
    private static String withOwnModel(Act act, String body) {
        return body.replace("\"model\"  :   \"@act@\"", "\"model\"  :   \"up/m:1\"")
                .replace("@act@", act.name());
    }
}
