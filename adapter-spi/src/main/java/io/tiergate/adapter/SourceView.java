package io.tiergate.adapter;

import tools.jackson.databind.JsonNode;

/**
 * What an adapter sees of the source that an attempt goes to. Never a key: the host puts it in where a header has the text
 * {@code ${api_key}}.
 *
 * @param name the source's name
 * @param baseUrl the base URL without a slash at its end
 * @param model the name of the model as it is sent upstream
 * @param options the source's {@code options}, an object; do not change it
 */
public record SourceView(String name, String baseUrl, String model, JsonNode options) {}
