package io.tiergate.adapter;

import io.tiergate.adapter.exchange.NeutralRequest;
import io.tiergate.adapter.exchange.StreamReader;
import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapter.exchange.UpstreamResponse;
import io.tiergate.adapter.failure.FailureClass;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * Converts between the neutral form (OpenAI chat) and an upstream's wire form. Stateless and safe for use by many threads: all
 * that differs from request to request comes in as an argument.
 *
 * <p>A request in one of the {@linkplain AdapterDescriptor#dialects() dialects it speaks natively} passes through: only
 * {@link #request} is called, its body is the client's with the model and the source's parameter rules already applied, and the
 * answer goes to the client as the upstream sent it.
 */
public interface Adapter {
    /** Returns what it is. Always the same object. */
    AdapterDescriptor descriptor();

    /**
     * Returns the call to make for this request.
     *
     * @throws AdapterException where the request has no counterpart upstream
     */
    UpstreamRequest request(NeutralRequest request, SourceView source);

    /**
     * Returns the OpenAI {@code chat.completion} object for a whole answer with a 2xx status.
     *
     * @throws AdapterException where the answer has a form that it does not know
     */
    JsonNode response(UpstreamResponse response, SourceView source);

    /** Returns a new reader for one streamed answer. Called once a response, on the thread that will feed it. */
    StreamReader streamReader(NeutralRequest request, SourceView source);

    /** Returns how the upstream cuts its streamed answers into events. */
    default Framing framing() {
        return Framing.EVENT_STREAM;
    }

    /**
     * Returns the class of an error answer by the provider's own codes, or empty to leave it to the host's rules, which know the
     * codes of some thirty providers. Looked at before them. Must not throw.
     */
    default Optional<FailureClass> classify(UpstreamResponse response) {
        return Optional.empty();
    }

    /** Returns the call that lists the upstream's models, or empty where there is none. */
    default Optional<UpstreamRequest> modelsRequest(SourceView source) {
        return Optional.empty();
    }

    /** Returns the model names in the answer to {@link #modelsRequest}, in its order. */
    default List<String> models(UpstreamResponse response) {
        return List.of();
    }

    /** Returns the prompt's number of tokens, or empty where the host should estimate it. */
    default OptionalLong countTokens(NeutralRequest request, SourceView source) {
        return OptionalLong.empty();
    }
}
