package io.tiergate.scheduler.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Binds a merged configuration: to the records, and to problems. */
final class GatewayBinder {
    private final Binding binding;
    private final Merged merged;
    private final ConfigLocations locations;
    private final Section globals;

    private GatewayBinder(Merged merged, ConfigLocations locations, Binding binding) {
        this.binding = binding;
        this.merged = merged;
        this.locations = locations;
        this.globals = new Section(binding, KeyPath.ROOT, merged.globals());
    }

    /** Returns the configuration; what has an error is left out of it, and reported. */
    static GatewayConfig bind(Merged merged, ConfigLocations locations, Binding binding) {
        return new GatewayBinder(merged, locations, binding).bind();
    }

    private GatewayConfig bind() {
        Merged.NAMED.forEach(globals::key);
        Optional<String> defaultModel = defaultModel();
        Routing routing = RoutingBinder.bind(globals.section("routing"));
        NetworkConfig network = network(globals.section("network"));
        Map<String, Optional<SourceConfig>> sources = sources(network.privateAddresses());
        KnownNames names =
                new KnownNames(sources, merged.hidden(), merged.chains().keySet());
        ChainBinder chainBinder = new ChainBinder(binding, names, routing.smart());
        Map<String, ChainConfig> chains = new LinkedHashMap<>();
        merged.chains().forEach((name, chain) -> chains.put(name, chainBinder.bind(name, chain)));
        List<SourceConfig> bound =
                sources.values().stream().flatMap(Optional::stream).toList();
        GatewayConfig config = new GatewayConfig(
                defaultModel,
                routing,
                bound,
                merged.auto().map(chain -> chainBinder.bind(ChainConfig.AUTO, chain)),
                merged.autoImage().map(chain -> chainBinder.bind(ChainConfig.AUTO_IMAGE, chain)),
                chains,
                stream(globals.section("stream")),
                globals.choice("on_content_filter", ContentFilterRule.ERROR),
                globals.optionalSection("sticky").flatMap(StickyBinder::bind),
                new RuleBinder(binding, names).bind(globals),
                network,
                cooldown(globals.section("cooldown")),
                quota(globals.section("quota")),
                path(globals, "adapter_dir", GatewayConfig.ADAPTER_DIR, locations),
                path(globals, "runtime_file", GatewayConfig.RUNTIME_FILE, locations),
                watch(globals.section("config")),
                adapters(globals.section("adapters")),
                locations.home());
        globals.finish();
        new ShadowedNames(binding, merged).check(bound);
        return config;
    }

    /** A name that nobody offers may go to the AUTO chain, or nowhere. */
    private Optional<String> defaultModel() {
        Optional<Value> value =
                globals.value("default_model").filter(found -> !found.text().isBlank());
        if (value.isPresent() && !value.get().text().equalsIgnoreCase(ChainConfig.AUTO)) {
            globals.wrongForm(
                    value.get(),
                    ChainConfig.AUTO,
                    "Write AUTO and put the model into the chain auto, or drop the key: unknown names then get 404.");
        }
        return value.map(found -> ChainConfig.AUTO);
    }

    private Map<String, Optional<SourceConfig>> sources(PrivateAddresses policy) {
        SourceBinder binder = new SourceBinder(binding, policy);
        Map<String, Optional<SourceConfig>> sources = new LinkedHashMap<>();
        merged.sources()
                .forEach((name, source) -> sources.put(
                        name,
                        globals.sectionAt(source.path(), source.node())
                                .flatMap(section -> binder.bind(name, section))));
        merged.templates()
                .forEach((name, template) -> globals.sectionAt(template.path(), template.node())
                        .ifPresent(section -> binder.check(name, section)));
        return sources;
    }

    private static NetworkConfig network(Section network) {
        NetworkConfig defaults = NetworkConfig.defaults();
        PrivateAddresses policy = network.choice("private_addresses", defaults.privateAddresses());
        List<String> hosts =
                network.texts("allowed_hosts").stream().map(Value::text).toList();
        NetworkConfig bound = new NetworkConfig(
                policy,
                network.node("allowed_hosts").isPresent() ? hosts : defaults.allowedHosts(),
                network.texts("cors_origins").stream().map(Value::text).toList());
        network.finish();
        return bound;
    }

    private static StreamConfig stream(Section stream) {
        StreamConfig defaults = StreamConfig.defaults();
        StreamConfig bound = new StreamConfig(
                stream.size("max_event", defaults.maxEvent(), 1 << 10, 64 << 20),
                stream.size("relay_buffer", defaults.relayBuffer(), 1 << 10, 64 << 20),
                stream.duration("client_stall", defaults.clientStall()),
                stream.choice("rescue", defaults.rescue()));
        stream.finish();
        return bound;
    }

    private static CooldownConfig cooldown(Section cooldown) {
        CooldownConfig defaults = CooldownConfig.defaults();
        var base = cooldown.duration("base", defaults.base());
        CooldownConfig bound = new CooldownConfig(
                base,
                cooldown.notBelow("base", base, "max", defaults.max()),
                cooldown.durationOrZero("retry_after_max", defaults.retryAfterMax()),
                cooldown.duration("credentials", defaults.credentials()),
                cooldown.duration("rate_limited", defaults.rateLimited()),
                cooldown.duration("quota_max", defaults.quotaMax()),
                cooldown.duration("free_tier", defaults.freeTier()),
                cooldown.duration("model_missing", defaults.modelMissing()));
        cooldown.finish();
        return bound;
    }

    private static QuotaConfig quota(Section quota) {
        QuotaConfig bound = QuotaConfig.defaults();
        Optional<Value> zone = quota.value("zone");
        if (zone.isPresent()) {
            try {
                bound = new QuotaConfig(ZoneId.of(zone.get().text()));
            } catch (DateTimeException e) {
                quota.wrongForm(
                        zone.get(), "a time zone", "Write e.g. Asia/Shanghai, or drop the key for the server's zone.");
            }
        }
        quota.finish();
        return bound;
    }

    private static boolean watch(Section config) {
        boolean watch = config.flag("watch", false);
        config.finish();
        return watch;
    }

    private static AdaptersConfig adapters(Section adapters) {
        AdaptersConfig bound = new AdaptersConfig(
                adapters.flag("upload_jars", AdaptersConfig.defaults().uploadJars()));
        adapters.finish();
        return bound;
    }

    /** Returns the path that a key gives, in the home. */
    static Path path(Section section, String key, String fallback, ConfigLocations locations) {
        Path byDefault = locations.inHome(Path.of(fallback));
        Optional<Value> value = section.value(key).filter(found -> !found.text().isBlank());
        if (value.isEmpty()) {
            return byDefault;
        }
        try {
            return locations.inHome(Path.of(value.get().text()));
        } catch (InvalidPathException e) {
            section.wrongForm(
                    value.get(), "a path", "Write e.g. " + fallback + Section.otherwise(byDefault.toString()));
            return byDefault;
        }
    }
}
