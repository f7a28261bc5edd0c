package io.tiergate.adapter.exchange;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one JSON mapper of gateway and adapters. Numbers keep their digits (big integers and decimals), nesting ends at 256
 * levels (SPEC 14), text may be as long as the longest event.
 */
public final class Json {
    /** Deepest nesting that is read. */
    public static final int MAX_DEPTH = 256;

    /** Longest text that is read, in characters: above the largest event and request body. */
    private static final int MAX_STRING = 64 << 20;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_STRING)
                    .maxNumberLength(1_000)
                    .build())
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Json() {}

    /** Returns the mapper: thread-safe. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** Returns the tree of a JSON document in UTF-8.
     *
     * @throws JacksonException where it is none */
    public static JsonNode parse(byte[] document) {
        return MAPPER.readTree(document);
    }

    /** Returns the tree of a JSON document.
     *
     * @throws JacksonException where it is none */
    public static JsonNode parse(String document) {
        return MAPPER.readTree(document);
    }

    /** Returns a tree as compact JSON in UTF-8. */
    public static byte[] write(JsonNode tree) {
        return MAPPER.writeValueAsBytes(tree);
    }
}
