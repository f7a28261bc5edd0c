package io.tiergate.adapters.openai;

import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.exchange.NeutralEvent;
import io.tiergate.adapter.exchange.StreamEvent;
import io.tiergate.adapter.exchange.StreamReader;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads a stream of {@code chat.completion.chunk} objects. Ignores what follows {@code [DONE]} or an error: some upstreams send
 * either twice, or chunks behind it.
 */
final class ChunkReader implements StreamReader {
    private boolean over;

    @Override
    public void event(StreamEvent event, Consumer<NeutralEvent> out) {
        if (over || isNoise(event.data())) {
            return;
        }
        if (event.isDone()) {
            over = true;
            out.accept(new NeutralEvent.Done());
            return;
        }
        JsonNode data = json(event);
        if (event.name().equals("error") || UpstreamError.isIn(data)) {
            over = true;
            out.accept(new NeutralEvent.Failed(UpstreamError.status(data), data));
        } else if (data.path("choices").isArray() || data.path("usage").isObject()) {
            out.accept(new NeutralEvent.Chunk(data));
        } else {
            throw new AdapterException(
                    "openai: a stream event without 'choices', 'usage' and 'error' (expected: a chat.completion.chunk object)");
        }
    }

    /** No data at all, or a keep-alive comment that a proxy between us wrapped as data ({@code data: : keepalive}). */
    private static boolean isNoise(byte[] data) {
        int i = 0;
        while (i < data.length && data[i] <= ' ' && data[i] >= 0) {
            i++;
        }
        return i == data.length || data[i] == ':';
    }

    private static JsonNode json(StreamEvent event) {
        try {
            JsonNode data = event.json();
            // Google's OpenAI-style endpoint wraps its error objects in an array of one element.
            return data.isArray() && data.size() == 1 ? data.get(0) : data;
        } catch (JacksonException e) {
            throw new AdapterException("openai: a stream event that is not JSON", e);
        }
    }
}
