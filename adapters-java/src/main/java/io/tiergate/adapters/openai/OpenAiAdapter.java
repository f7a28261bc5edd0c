package io.tiergate.adapters.openai;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.AdapterDescriptor;
import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.Dialect;
import io.tiergate.adapter.SourceView;
import io.tiergate.adapter.exchange.NeutralRequest;
import io.tiergate.adapter.exchange.StreamReader;
import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapter.exchange.UpstreamResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Sends chat, embeddings and images as they are to the paths of OpenAI's API and gives back what comes. */
final class OpenAiAdapter implements Adapter {
    private static final Map<Dialect, String> PATHS = Map.of(
            Dialect.OPENAI_CHAT, "/chat/completions",
            Dialect.OPENAI_EMBEDDINGS, "/embeddings",
            Dialect.OPENAI_IMAGES, "/images/generations");

    private static final AdapterDescriptor DESCRIPTOR = new AdapterDescriptor("openai", PATHS.keySet());

    @Override
    public AdapterDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public UpstreamRequest request(NeutralRequest request, SourceView source) {
        String path = PATHS.get(request.dialect());
        if (path == null) {
            throw new AdapterException("openai: cannot send a request in dialect "
                    + request.dialect().id() + " (expected: " + Dialect.OPENAI_CHAT.id() + ")");
        }
        return UpstreamRequest.post(path, request.body());
    }

    /**
     * {@inheritDoc}
     *
     * <p>An answer without {@code choices} is none: some upstreams send their errors with status 200.
     */
    @Override
    public JsonNode response(UpstreamResponse response, SourceView source) {
        JsonNode answer = json(response);
        if (!answer.path("choices").isArray()) {
            throw new AdapterException("openai: the answer of source " + source.name()
                    + " has no array 'choices' (expected: a chat.completion object)");
        }
        return answer;
    }

    @Override
    public StreamReader streamReader(NeutralRequest request, SourceView source) {
        return new ChunkReader();
    }

    @Override
    public Optional<UpstreamRequest> modelsRequest(SourceView source) {
        return Optional.of(UpstreamRequest.get("/models"));
    }

    /** {@inheritDoc} Reads OpenAI's form and the bare array that some compatible servers (Together) send. */
    @Override
    public List<String> models(UpstreamResponse response) {
        JsonNode answer = json(response);
        List<String> names = new ArrayList<>();
        for (JsonNode model : answer.isArray() ? answer : answer.path("data")) {
            String name =
                    model.isString() ? model.stringValue() : model.path("id").asString("");
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        return names;
    }

    private static JsonNode json(UpstreamResponse response) {
        try {
            return response.json();
        } catch (JacksonException e) {
            throw new AdapterException(
                    "openai: the answer is not JSON but "
                            + response.headers().first("content-type").orElse("of no stated type")
                            + " (expected: application/json); check the source's base_url",
                    e);
        }
    }
}
