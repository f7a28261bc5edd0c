package io.tiergate.adapters.lua;

import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.SourceView;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks what scripts return and fills in what every answer needs and no script should have to make up: {@code id},
 * {@code object}, {@code created}, {@code model}. Scripts have no clock.
 */
final class Completions {
    private final InstantSource clock;
    private final RandomGenerator random;

    /** Makes one. {@code random} is used by many threads. */
    Completions(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** Returns a whole answer, filled in.
     *
     * @throws AdapterException where it has no choices */
    JsonNode whole(JsonNode completion, String file, SourceView source) {
        if (!(completion instanceof ObjectNode object)
                || !object.path("choices").isArray()) {
            throw new AdapterException(file + ": " + LuaAdapter.TRANSFORM_RESPONSE
                    + " returned no table with the list 'choices' (expected: a chat.completion)");
        }
        return new Filling("chat.completion", newId(), now(), source.model()).into(object);
    }

    /** Returns what the chunks of one stream are filled in with. */
    Filling chunks(SourceView source) {
        return new Filling("chat.completion.chunk", newId(), now(), source.model());
    }

    private String newId() {
        return "chatcmpl-" + Long.toHexString(random.nextLong());
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    /** What is put where a script left it out. */
    record Filling(String object, String id, long created, String model) {
        ObjectNode into(ObjectNode answer) {
            if (!answer.has("id")) {
                answer.put("id", id);
            }
            if (!answer.has("object")) {
                answer.put("object", object);
            }
            if (!answer.has("created")) {
                answer.put("created", created);
            }
            if (!answer.has("model")) {
                answer.put("model", model);
            }
            return answer;
        }
    }
}
