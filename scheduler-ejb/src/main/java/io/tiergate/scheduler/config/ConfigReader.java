package io.tiergate.scheduler.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the configuration: config.yaml, over it the runtime file, over both single keys from the environment and system
 * properties. All or nothing, with every problem at once. Stateless; safe for any number of threads.
 */
public final class ConfigReader {
    private final ConfigLocations locations;
    private final Binding binding;
    private final Map<String, String> environment;

    private ConfigReader(ConfigLocations locations, Binding binding, Map<String, String> environment) {
        this.locations = locations;
        this.binding = binding;
        this.environment = environment;
    }

    /**
     * Reads the files as they are now.
     *
     * @param environment what <code>${VAR}</code> in config.yaml stands for
     */
    public static LoadResult read(
            ConfigLocations locations, ScalarOverrides overrides, Map<String, String> environment) {
        return of(locations, overrides, environment).read(Optional.empty());
    }

    /**
     * Reads config.yaml as it is now with another runtime file, to check a change before it is written.
     *
     * @param runtime the whole runtime file, JSON
     */
    public static LoadResult readWith(
            String runtime, ConfigLocations locations, ScalarOverrides overrides, Map<String, String> environment) {
        return of(locations, overrides, environment).read(Optional.of(runtime));
    }

    static ConfigReader of(ConfigLocations locations, ScalarOverrides overrides, Map<String, String> environment) {
        return new ConfigReader(
                locations, new Binding(new Problems(), new Variables(environment), overrides), environment);
    }

    private LoadResult read(Optional<String> runtime) {
        Problems problems = binding.problems();
        Optional<Merged> merged = merge(runtime);
        if (merged.isEmpty()) {
            return new LoadResult(Optional.empty(), problems.all(), Set.of(), JsonNodeFactory.instance.objectNode());
        }
        GatewayConfig config = GatewayBinder.bind(merged.get(), locations, binding);
        UnusedOverrides.report(binding);
        return new LoadResult(
                problems.hasErrors() ? Optional.empty() : Optional.of(config),
                problems.all(),
                binding.overridden(),
                document(merged.get()));
    }

    /** Returns both files as one; empty where one of them cannot be read at all. */
    Optional<Merged> merge(Optional<String> runtime) {
        return base().flatMap(
                        below -> runtime(runtimeFile(below), runtime).map(above -> Merged.of(below, above, binding)));
    }

    /** Returns where the runtime file lies. */
    Path runtimeFile() {
        return runtimeFile(base().orElseGet(this::nothing));
    }

    private Path runtimeFile(Node.Fields base) {
        Section file = new Section(binding, KeyPath.ROOT, base);
        return GatewayBinder.path(file, "runtime_file", GatewayConfig.RUNTIME_FILE, locations);
    }

    private Optional<Node.Fields> withoutFile() {
        return QuickStart.isAsked(environment)
                ? QuickStart.read(environment, binding.problems())
                : Optional.of(nothing());
    }

    private Node.Fields nothing() {
        return Node.Fields.none(new Place(locations.show(locations.configFile()), 0, false));
    }

    private Optional<Node.Fields> base() {
        Path file = locations.configFile();
        String name = locations.show(file);
        ConfigFile config = new ConfigFile(file, name, false, binding.problems());
        if (!config.exists()) {
            if (locations.configNamed()) {
                config.missing();
                return Optional.empty();
            }
            return withoutFile();
        }
        if (QuickStart.isAsked(environment)) {
            QuickStart.warnThatFileWins(name, binding.problems());
        }
        Optional<Node.Fields> base = config.text().flatMap(text -> YamlReader.read(name, text, binding.problems()));
        base.filter(ConfigReader::holdsKey).ifPresent(fields -> config.warnIfOthersMayRead());
        return base;
    }

    private Optional<Node.Fields> runtime(Path file, Optional<String> candidate) {
        String name = locations.show(file);
        ConfigFile runtime = new ConfigFile(file, name, true, binding.problems());
        if (candidate.isEmpty() && !runtime.exists()) {
            return Optional.of(Node.Fields.none(new Place(name, 0, true)));
        }
        if (candidate.isEmpty()) {
            runtime.warnIfOthersMayRead();
        }
        return candidate.or(runtime::text).flatMap(text -> JsonReader.read(name, text, binding.problems()));
    }

    /** Says whether a key stands in the file itself, and not in a variable. */
    private static boolean holdsKey(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> false;
            case Node.Items items -> items.items().stream().anyMatch(ConfigReader::holdsKey);
            case Node.Fields fields ->
                fields.entries().entrySet().stream()
                        .anyMatch(entry -> entry.getKey().startsWith("api_key")
                                ? isWrittenOut(entry.getValue().value())
                                : holdsKey(entry.getValue().value()));
        };
    }

    private static boolean isWrittenOut(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> !scalar.isNull() && !scalar.written().contains("${");
            case Node.Items items -> items.items().stream().anyMatch(ConfigReader::isWrittenOut);
            case Node.Fields fields ->
                fields.get("key").filter(ConfigReader::isWrittenOut).isPresent();
        };
    }

    private ObjectNode document(Merged merged) {
        // its problems are those that binding has reported
        NodeJson json = new NodeJson(binding.variables(), new Problems());
        ObjectNode document = json.object(merged.globals(), "");
        var sources = document.putArray("sources");
        merged.sources()
                .values()
                .forEach(source ->
                        sources.add(json.of(source.node(), source.path().shown())));
        merged.auto().ifPresent(chain -> document.set("auto", json.of(chain.node(), "auto")));
        merged.autoImage().ifPresent(chain -> document.set("auto_image", json.of(chain.node(), "auto_image")));
        put(document.putObject("chains"), merged.chains(), json);
        put(document.putObject("source_templates"), merged.templates(), json);
        return document;
    }

    private static void put(ObjectNode object, Map<String, Placed> things, NodeJson json) {
        things.forEach((name, thing) ->
                object.set(name, json.of(thing.node(), thing.path().shown())));
    }
}
