package io.tiergate.scheduler.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a merged configuration into flat properties. Things with names stand under them
 * ({@code tiergate.sources.openai-a.models.fast.upstream}), other items of lists under their place from 0
 * ({@code tiergate.auto.slots[0].tier}).
 *
 * @param base gets what config.yaml gives
 * @param runtime gets what the runtime file gives
 */
record Flattening(Variables variables, Map<String, String> base, Map<String, String> runtime) {
    private static final Set<String> MODELS = Set.of("models");

    Flattening(Variables variables) {
        this(variables, new HashMap<>(), new HashMap<>());
    }

    void add(Merged merged) {
        add(KeyPath.ROOT.property(), merged.globals());
        merged.sources().values().forEach(this::addSource);
        merged.templates().values().forEach(this::addSource);
        merged.auto().ifPresent(this::addChain);
        merged.autoImage().ifPresent(this::addChain);
        merged.chains().values().forEach(this::addChain);
    }

    private void addSource(Placed source) {
        String property = source.path().property();
        if (source.node() instanceof Node.Fields fields) {
            add(property, fields.without(MODELS));
            fields.get("models").ifPresent(models -> addModels(property + ".models", models));
        }
    }

    private void addModels(String property, Node models) {
        if (!(models instanceof Node.Items items)) {
            add(property, models);
            return;
        }
        for (Node model : items.items()) {
            switch (model) {
                case Node.Scalar id -> text(id).ifPresent(name -> add(property + "." + name + ".id", id));
                case Node.Fields fields ->
                    fields.get("id")
                            .filter(Node.Scalar.class::isInstance)
                            .flatMap(id -> text((Node.Scalar) id))
                            .ifPresent(name -> add(property + "." + name, fields));
                case Node.Items nonsense -> {
                    // ConfigReader reports it
                }
            }
        }
    }

    private void addChain(Placed chain) {
        String property = chain.path().property();
        add(chain.node() instanceof Node.Items ? property + ".slots" : property, chain.node());
    }

    private void add(String property, Node node) {
        switch (node) {
            case Node.Fields fields ->
                fields.entries().forEach((key, entry) -> add(property + "." + key, entry.value()));
            case Node.Items items -> {
                for (int i = 0; i < items.items().size(); i++) {
                    add(property + "[" + i + "]", items.items().get(i));
                }
            }
            case Node.Scalar scalar ->
                text(scalar).ifPresent(text -> (scalar.place().ours() ? runtime : base).put(property, text));
        }
    }

    /** Returns the text of a scalar; empty for null and where a variable is missing, which {@link ConfigReader} reports. */
    private Optional<String> text(Node.Scalar scalar) {
        return scalar.isNull() ? Optional.empty() : variables.expand(scalar, "", new Problems());
    }
}
