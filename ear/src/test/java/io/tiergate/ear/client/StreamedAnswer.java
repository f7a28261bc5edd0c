package io.tiergate.ear.client;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.ear.client.EventReader.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A streamed chat answer, whole, as a client sees it.
 *
 * @param events its events in order
 * @param lines its lines, comments and empty lines included
 * @param raw its bytes
 * @param cut whether the body ended without the mark of its end
 */
public record StreamedAnswer(List<Event> events, List<String> lines, byte[] raw, boolean cut) {
    private static final String DONE = "[DONE]";

    static StreamedAnswer of(EventReader reader) {
        List<Event> events = new ArrayList<>();
        for (Optional<Event> event = reader.next(); event.isPresent(); event = reader.next()) {
            events.add(event.get());
        }
        return new StreamedAnswer(
                List.copyOf(events), reader.lines(), reader.raw(), reader.cut().isPresent());
    }

    /** Returns the JSON of every event but {@code [DONE]}. */
    public List<JsonNode> chunks() {
        return events.stream()
                .map(Event::data)
                .filter(data -> !data.equals(DONE))
                .map(Json::parse)
                .toList();
    }

    /** Returns the contents of the first choice, joined. */
    public String content() {
        return deltas().map(delta -> delta.path("content").stringValue("")).collect(Collectors.joining());
    }

    /** Returns how many chunks name a role. */
    public long roles() {
        return deltas().filter(delta -> delta.hasNonNull("role")).count();
    }

    /** Returns every finish reason that is not null. */
    public List<String> finishReasons() {
        return chunks().stream()
                .map(chunk ->
                        chunk.path("choices").path(0).path("finish_reason").stringValue(null))
                .flatMap(Stream::ofNullable)
                .toList();
    }

    /** Returns the {@code error} object of every event that has one. */
    public List<JsonNode> errors() {
        return chunks().stream()
                .map(chunk -> chunk.path("error"))
                .filter(JsonNode::isObject)
                .toList();
    }

    /** Returns whether the last event is {@code [DONE]} and no other is. */
    public boolean done() {
        return !events.isEmpty()
                && events.getLast().data().equals(DONE)
                && events.stream().filter(event -> event.data().equals(DONE)).count() == 1;
    }

    /** Returns whether {@code [DONE]} is anywhere in it. */
    public boolean saysDone() {
        return lines.stream().anyMatch(line -> line.contains(DONE));
    }

    private Stream<JsonNode> deltas() {
        return chunks().stream().map(chunk -> chunk.path("choices").path(0).path("delta"));
    }
}
