package io.tiergate.ear.process;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One line of the request log.
 *
 * @param json the whole object
 */
public record LoggedRequest(JsonNode json) {
    /**
     * One attempt of it.
     *
     * @param json the whole object
     */
    public record Attempt(JsonNode json) {
        /** Returns the tier. */
        public int tier() {
            return json.path("tier").asInt();
        }

        /** Returns the source's name. */
        public String source() {
            return json.path("source").asString();
        }

        /** Returns the published model id. */
        public String model() {
            return json.path("model").asString();
        }

        /** Returns the id of its failure class, empty where it served. */
        public Optional<String> failureClass() {
            return Optional.ofNullable(json.path("class").stringValue(null));
        }

        /** Returns the upstream's status, 0 where there was none. */
        public int status() {
            return json.path("status").asInt(0);
        }

        /** Returns whether it was a probe. */
        public boolean probe() {
            return json.path("probe").asBoolean(false);
        }

        /** Returns {@code a: served} or {@code a: transport}, for tests that compare the way of a request. */
        @Override
        public String toString() {
            return source() + ": " + failureClass().orElse("served");
        }
    }

    /** Returns its outcome: served, failed, refused, cancelled or cut. */
    public String outcome() {
        return json.path("outcome").asString();
    }

    /** Returns the status that the client got. */
    public int status() {
        return json.path("status").asInt();
    }

    /** Returns the model that it named. */
    public String asked() {
        return json.path("asked").asString();
    }

    /** Returns its id. */
    public String requestId() {
        return json.path("request_id").asString();
    }

    /** Returns its attempts in order. */
    public List<Attempt> attempts() {
        return json.path("attempts").valueStream().map(Attempt::new).toList();
    }

    /** Returns its attempts as {@code source: class} or {@code source: served}. */
    public List<String> way() {
        return attempts().stream().map(Attempt::toString).toList();
    }

    /** Returns prompt, completion and total tokens. */
    public List<Integer> tokens() {
        JsonNode usage = json.path("usage");
        return List.of(
                usage.path("prompt").asInt(-1),
                usage.path("completion").asInt(-1),
                usage.path("total").asInt(-1));
    }

    /** Returns whether its tokens are an estimate. */
    public boolean estimated() {
        return json.path("usage").path("estimated").asBoolean(false);
    }
}
