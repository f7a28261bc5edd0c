package io.tiergate.scheduler.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What a source does to the parameters of each request, in this order.
 *
 * @param drop parameters that are taken out
 * @param set parameters that get this value, whatever the client sent
 * @param defaults parameters that get this value where the client sent none
 */
public record ParamRules(Set<String> drop, Map<String, JsonNode> set, Map<String, JsonNode> defaults) {
    private static final ParamRules NONE = new ParamRules(Set.of(), Map.of(), Map.of());

    /** Copies, the values too. */
    public ParamRules {
        drop = Set.copyOf(drop);
        set = copy(set);
        defaults = copy(defaults);
    }

    /** Returns rules that change nothing. */
    public static ParamRules none() {
        return NONE;
    }

    private static Map<String, JsonNode> copy(Map<String, JsonNode> values) {
        Map<String, JsonNode> copy = new LinkedHashMap<>();
        values.forEach((name, value) -> copy.put(name, value.deepCopy()));
        return Collections.unmodifiableMap(copy);
    }
}
