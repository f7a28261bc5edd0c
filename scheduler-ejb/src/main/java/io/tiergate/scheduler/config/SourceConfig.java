package io.tiergate.scheduler.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One upstream connection (SPEC 2).
 *
 * @param name in NFC; without {@code /}, {@code :}, {@code |}, white space and control characters
 * @param adapter the id of the adapter that speaks to it
 * @param baseUrl http or https, without user information, query and fragment, and without a slash at its end
 * @param apiKeys in the order of the file; empty: no credential is sent
 * @param models in the order of the file; no id or alias twice
 * @param maxConcurrent permits; 0: no limit
 * @param rpm requests a minute, sliding; 0: no limit
 * @param tpm tokens a minute, sliding; 0: no limit
 * @param weight its share under {@link StrategyKind#WEIGHTED}; at least 1
 * @param retries repetitions of a quick failure on the same source; at least 0
 * @param retryAfterWait the longest Retry-After that is sat out inside a request; at least 0
 * @param timeouts of one upstream call
 * @param healthCheck empty: none is made
 * @param headers further headers of each upstream request; the values may be secret
 * @param params what is done to the parameters of each request
 * @param options handed to the adapter; do not change it
 * @param prefill whether it continues an answer that the last message begins (SPEC 9, rescue {@code continue})
 * @param enabled false takes the source out without forgetting it
 */
public record SourceConfig(
        String name,
        String adapter,
        URI baseUrl,
        List<ApiKey> apiKeys,
        List<ModelEntry> models,
        int maxConcurrent,
        int rpm,
        long tpm,
        int weight,
        int retries,
        Duration retryAfterWait,
        Timeouts timeouts,
        Optional<HealthCheckConfig> healthCheck,
        Map<String, String> headers,
        ParamRules params,
        ObjectNode options,
        boolean prefill,
        boolean enabled) {
    /** Checks and copies. */
    public SourceConfig {
        Checked.present("name", name);
        Checked.present("adapter", adapter);
        if (baseUrl.getHost() == null) {
            throw new IllegalArgumentException("baseUrl: no host");
        }
        Checked.atLeast("maxConcurrent", maxConcurrent, 0);
        Checked.atLeast("rpm", rpm, 0);
        Checked.atLeast("tpm", tpm, 0);
        Checked.atLeast("weight", weight, 1);
        Checked.atLeast("retries", retries, 0);
        Checked.notNegative("retryAfterWait", retryAfterWait);
        apiKeys = List.copyOf(apiKeys);
        models = List.copyOf(models);
        headers = Checked.ordered(headers);
        options = options.deepCopy();
    }

    /** Returns a source with the defaults of SPEC 2 for all that is not given. */
    public static SourceConfig of(
            String name, String adapter, URI baseUrl, List<ApiKey> apiKeys, List<ModelEntry> models) {
        return new SourceConfig(
                name,
                adapter,
                baseUrl,
                apiKeys,
                models,
                0,
                0,
                0,
                1,
                1,
                Duration.ofSeconds(3),
                Timeouts.defaults(),
                Optional.empty(),
                Map.of(),
                ParamRules.none(),
                JsonNodeFactory.instance.objectNode(),
                false,
                true);
    }

    /** Returns the model of that id or alias. */
    public Optional<ModelEntry> model(String name) {
        return models.stream().filter(model -> model.isNamed(name)).findFirst();
    }

    /** Leaves out what may be secret: keys, the values of headers, options. */
    @Override
    public String toString() {
        return "SourceConfig[" + name + ", adapter=" + adapter + ", baseUrl=" + baseUrl + ", enabled=" + enabled + "]";
    }
}
