package io.tiergate.adapters.openai;

import tools.jackson.databind.JsonNode;

/** The error objects that upstreams of OpenAI's form send inside a stream. */
final class UpstreamError {
    private UpstreamError() {}

    /** Returns whether this is an error: {@code error} is an object or a text, or the object says it is one (old vLLM, SGLang). */
    static boolean isIn(JsonNode data) {
        JsonNode error = data.path("error");
        return error.isObject()
                || (error.isString() && !error.stringValue().isEmpty())
                || data.path("object").asString("").equals("error");
    }

    /** Returns the HTTP status that the error names as its code or status, number or text; 0 where it names none. */
    static int status(JsonNode data) {
        JsonNode error = data.path("error").isObject() ? data.path("error") : data;
        for (String key : new String[] {"code", "status", "status_code"}) {
            int status = error.path(key).asInt(0);
            if (status >= 400 && status <= 599) {
                return status;
            }
        }
        return 0;
    }
}
