package io.tiergate.scheduler.tokens;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import io.tiergate.adapter.exchange.Json;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Counts tokens by OpenAI's encoding cl100k_base: exact for its models of that time, an estimate for all others, which is what it is
 * used for. The tables are loaded at the first use, in some tenths of a second, and take a few MB.
 */
public final class TokenCounter {
    /** What a message costs beside its text (OpenAI's cookbook: 3, and 1 for a role). */
    private static final int PER_MESSAGE = 4;

    /** What an image costs: OpenAI's price for one of 1024 x 1024 in high detail. */
    private static final int PER_IMAGE = 765;

    /** Holds the tables; loaded when first asked for. */
    private static final class Tables {
        static final Encoding CL100K = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.CL100K_BASE);
    }

    private TokenCounter() {}

    /** Returns the tokens of a text. */
    public static long ofText(String text) {
        return text.isEmpty() ? 0 : Tables.CL100K.countTokensOrdinary(text);
    }

    /**
     * Returns the tokens of all texts inside a JSON value, names left out: messages, tools, an input. An image inside it counts as
     * one, whatever its size.
     *
     * @param length bytes from {@code offset} on, a whole JSON value in UTF-8
     */
    public static long ofJson(byte[] json, int offset, int length) {
        long tokens = 0;
        try (JsonParser parser = Json.mapper().createParser(json, offset, length)) {
            JsonToken token;
            while ((token = parser.nextToken()) != null) {
                if (token == JsonToken.VALUE_STRING) {
                    String text = parser.getString();
                    tokens += text.startsWith("data:") ? PER_IMAGE : ofText(text);
                } else if (token == JsonToken.START_OBJECT) {
                    tokens += PER_MESSAGE;
                }
            }
        }
        return tokens;
    }
}
