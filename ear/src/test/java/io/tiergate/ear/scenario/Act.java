package io.tiergate.ear.scenario;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.ear.client.Call;
import io.tiergate.ear.client.StreamedAnswer;
import io.tiergate.ear.process.LoggedRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** One copy of a {@link Stage}: its upstreams, and calls through the shared server to the names that only it has. */
final class Act {
    private final String name;
    private final AdapterPath path;
    private final Map<String, ScriptedUpstream> upstreams;

    Act(String name, AdapterPath path, Map<String, ScriptedUpstream> upstreams) {
        this.name = name;
        this.path = path;
        this.upstreams = upstreams;
    }

    /** Returns the name of its chain, which is also how its sources' names begin. */
    String name() {
        return name;
    }

    /** Returns the upstream of this name. */
    ScriptedUpstream upstream(String upstream) {
        return upstreams.get(upstream);
    }

    /** Returns the upstream {@code a}: the first tier, where there are tiers. */
    ScriptedUpstream a() {
        return upstream("a");
    }

    /** Returns the upstream {@code b}. */
    ScriptedUpstream b() {
        return upstream("b");
    }

    /** Returns the name of the source for this upstream. */
    String source(String upstream) {
        return name + "-" + upstream;
    }

    /** Returns how the log writes an attempt at this upstream that served. */
    String served(String upstream) {
        return source(upstream) + ": served";
    }

    /** Returns how the log writes an attempt at this upstream that failed with this class. */
    String failed(String upstream, String failureClass) {
        return source(upstream) + ": " + failureClass;
    }

    /** Asks its chain for an answer that is not streamed. */
    Call ask() {
        return ask(name);
    }

    /** Asks this model for an answer that is not streamed. */
    static Call ask(String model) {
        return post(Map.of(), body(model, false));
    }

    /** Asks its chain for a stream, and waits for the head of the answer. */
    Call askForStream() {
        return sendForStream().answer();
    }

    /** Asks its chain for a stream, which must come with status 200, and reads it to its end. */
    StreamedAnswer stream() {
        try (Call call = askForStream()) {
            if (call.status() != 200) {
                throw new AssertionError("expected a stream, got " + call.status() + ": " + call.text());
            }
            return call.stream();
        }
    }

    /** Sends a request for a stream to its chain. */
    Call.Sent sendForStream() {
        return send(name, true);
    }

    /** Sends a request to this model. */
    static Call.Sent send(String model, boolean stream) {
        return Call.send(
                SharedGateway.get().port(),
                "/v1/chat/completions",
                Map.of(),
                body(model, stream).getBytes(StandardCharsets.UTF_8));
    }

    /** Posts this body to the chat route. */
    static Call post(Map<String, String> headers, String body) {
        return Call.post(SharedGateway.get().port(), "/v1/chat/completions", headers, body);
    }

    /** Returns a small chat request for this model. */
    static String body(String model, boolean stream) {
        return "{\"model\":%s,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"stream\":%s}"
                .formatted(Json.mapper().writeValueAsString(model), stream);
    }

    /** Returns the only request for its chain in the log. */
    LoggedRequest logged() {
        return logged(1).getFirst();
    }

    /** Returns the requests for its chain in the log, which must be this many. */
    List<LoggedRequest> logged(int count) {
        return SharedGateway.get().requestLog().asked(name, count);
    }

    String filledIn(String yaml) {
        String filled = yaml.replace("@act@", name).replace("@adapter@", path.adapter());
        for (Map.Entry<String, ScriptedUpstream> upstream : upstreams.entrySet()) {
            filled = filled.replace(
                    "@" + upstream.getKey() + "@", upstream.getValue().url());
        }
        return filled;
    }
}
