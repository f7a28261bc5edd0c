package io.tiergate.adapter.exchange;

import tools.jackson.databind.JsonNode;

/** What a {@link StreamReader} makes of an upstream's events. */
public sealed interface NeutralEvent {
    /**
     * One OpenAI {@code chat.completion.chunk} object.
     *
     * @param chunk the object: {@code choices[].delta}, {@code finish_reason}, and {@code usage} where the upstream gave it
     */
    record Chunk(JsonNode chunk) implements NeutralEvent {}

    /**
     * The upstream said inside its stream that it failed.
     *
     * @param status the HTTP status that fits, or 0 where the upstream named none
     * @param body the error as the upstream gave it, for the classifier
     */
    record Failed(int status, JsonNode body) implements NeutralEvent {}

    /** The upstream said that its answer is whole. */
    record Done() implements NeutralEvent {}
}
