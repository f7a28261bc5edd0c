package io.tiergate.scheduler.config;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Binds sources and templates. */
final class SourceBinder {
    private static final String DEFAULT_ADAPTER = "openai";
    private static final String BASE_URL_EXAMPLE = "a URL, e.g. https://api.openai.com/v1";
    private static final SourceConfig DEFAULTS =
            SourceConfig.of("defaults", DEFAULT_ADAPTER, URI.create("http://defaults"), List.of(), List.of());

    private final Binding binding;
    private final ModelBinder models;
    private final PrivateAddresses policy;

    SourceBinder(Binding binding, PrivateAddresses policy) {
        this.binding = binding;
        this.models = new ModelBinder(binding);
        this.policy = policy;
    }

    /** Returns a source; empty where it cannot stand, which is reported. */
    Optional<SourceConfig> bind(String name, Section source) {
        source.key("name");
        List<ApiKey> keys = apiKeys(name, source);
        Optional<URI> url =
                source.required("base_url", BASE_URL_EXAMPLE).flatMap(value -> BaseUrl.read(value, binding, policy));
        return rest(name, keys, url, source);
    }

    /** Checks a template, which is a source without a name and without any key. */
    void check(String name, Section template) {
        template.key("name"); // where templates stand as a list
        for (String key : List.of("api_key", "api_keys")) {
            template.node(key).ifPresent(node -> holdsCredential(template.path().child(key), node.place()));
        }
        template.node("headers")
                .filter(Node.Fields.class::isInstance)
                .map(Node.Fields.class::cast)
                .ifPresent(headers -> headers.entries().forEach((header, entry) -> {
                    if (HeaderRule.carriesCredential(header)) {
                        holdsCredential(template.path().child("headers").free(header), entry.place());
                    }
                }));
        Optional<URI> url = template.value("base_url").flatMap(value -> BaseUrl.read(value, binding, policy));
        rest(name, List.of(), url, template);
    }

    private void holdsCredential(KeyPath key, Place place) {
        binding.problem(
                ProblemCode.CREDENTIAL,
                key,
                place,
                "a credential in a template (expected: none)",
                "Drop it here and give it to each source made from the template.");
    }

    private Optional<SourceConfig> rest(String name, List<ApiKey> keys, Optional<URI> url, Section source) {
        String adapter = source.text("adapter").orElse(DEFAULT_ADAPTER);
        List<ModelEntry> offered = models.bind(source);
        int maxConcurrent = source.integer("max_concurrent", DEFAULTS.maxConcurrent(), 0);
        int rpm = source.integer("rpm", DEFAULTS.rpm(), 0);
        long tpm = source.whole("tpm", DEFAULTS.tpm(), 0, Long.MAX_VALUE / 2);
        int weight = source.integer("weight", DEFAULTS.weight(), 1);
        int retries = source.integer("retries", DEFAULTS.retries(), 0);
        var retryAfterWait = source.durationOrZero("retry_after_wait", DEFAULTS.retryAfterWait());
        Timeouts timeouts = timeouts(source.section("timeouts"));
        var healthCheck = source.optionalSection("health_check").map(this::healthCheck);
        Map<String, String> headers = HeaderRule.read(source.free("headers"), binding);
        ParamRules params = params(source.section("params"));
        var options = source.json("options").orElseGet(JsonNodeFactory.instance::objectNode);
        boolean prefill = source.flag("prefill", DEFAULTS.prefill());
        boolean enabled = source.flag("enabled", DEFAULTS.enabled());
        source.finish();
        return url.map(baseUrl -> new SourceConfig(
                name,
                adapter,
                baseUrl,
                keys,
                offered,
                maxConcurrent,
                rpm,
                tpm,
                weight,
                retries,
                retryAfterWait,
                timeouts,
                healthCheck,
                headers,
                params,
                options,
                prefill,
                enabled));
    }

    private List<ApiKey> apiKeys(String name, Section source) {
        List<ApiKey> keys = new ArrayList<>();
        if (source.isNull("api_key")) {
            Credential.refuseEmpty(source.key("api_key"), source.place(), name, binding);
        }
        Optional<Value> single = source.value("api_key");
        single.flatMap(value -> Credential.read(value, name, binding))
                .ifPresent(secret -> keys.add(new ApiKey(secret, true)));
        List<Placed> items = source.items("api_keys");
        if (single.isPresent() && !items.isEmpty()) {
            binding.problem(
                    ProblemCode.CONFLICT,
                    source.path().child("api_keys"),
                    source.place("api_keys"),
                    "api_key and api_keys beside each other for source " + name + " (expected: one of them)",
                    "Move the single key into the list.");
            return keys;
        }
        Set<Secret> seen = new HashSet<>();
        for (Placed item : items) {
            apiKey(name, source, item).ifPresent(key -> {
                if (seen.add(key.secret())) {
                    keys.add(key);
                } else {
                    binding.problem(
                            ProblemCode.DUPLICATE_NAME,
                            item.path(),
                            item.place(),
                            "the same key of source " + name + " for the second time (expected: each key once)",
                            "Drop it.");
                }
            });
        }
        return keys;
    }

    private Optional<ApiKey> apiKey(String name, Section source, Placed item) {
        if (!(item.node() instanceof Node.Fields)) {
            return source.value(item)
                    .flatMap(value -> Credential.read(value, name, binding))
                    .map(secret -> new ApiKey(secret, true));
        }
        Section key = source.sectionAt(item.path(), item.node()).orElseThrow();
        Optional<Secret> secret = key.required("key", "a key").flatMap(value -> Credential.read(value, name, binding));
        boolean enabled = key.flag("enabled", true);
        key.finish();
        return secret.map(text -> new ApiKey(text, enabled));
    }

    private static Timeouts timeouts(Section timeouts) {
        Timeouts defaults = Timeouts.defaults();
        Timeouts bound = new Timeouts(
                timeouts.duration("connect", defaults.connect()),
                timeouts.duration("first_token", defaults.firstToken()),
                timeouts.duration("idle", defaults.idle()),
                timeouts.duration("total", defaults.total()));
        timeouts.finish();
        return bound;
    }

    private HealthCheckConfig healthCheck(Section check) {
        HealthCheckConfig defaults = HealthCheckConfig.defaults();
        String path = check.value("path")
                .filter(value -> {
                    boolean usable = value.text().matches("/[!-~]*");
                    if (!usable) {
                        check.wrongForm(
                                value,
                                "a path that begins with /",
                                "Write e.g. /health" + Section.otherwise(defaults.path()));
                    }
                    return usable;
                })
                .map(Value::text)
                .orElse(defaults.path());
        HealthCheckConfig bound = new HealthCheckConfig(
                path,
                check.duration("interval", defaults.interval()),
                check.duration("timeout", defaults.timeout()),
                check.integer("unhealthy_after", defaults.unhealthyAfter(), 1),
                check.flag("authenticated", defaults.authenticated()));
        check.finish();
        return bound;
    }

    private static ParamRules params(Section params) {
        Set<String> drop = params.texts("drop").stream().map(Value::text).collect(Collectors.toSet());
        ParamRules rules = new ParamRules(drop, values(params, "set"), values(params, "default"));
        params.finish();
        return rules;
    }

    private static Map<String, JsonNode> values(Section params, String key) {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        params.json(key).stream()
                .map(JsonNode::properties)
                .flatMap(Collection::stream)
                .forEach(property -> values.put(property.getKey(), property.getValue()));
        return values;
    }
}
