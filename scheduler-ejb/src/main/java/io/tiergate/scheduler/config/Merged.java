package io.tiergate.scheduler.config;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * config.yaml and the runtime file as one, merged by name and by whole objects (SPEC 2); not bound yet.
 *
 * @param globals everything but the things that have names: the file's keys with the runtime file's {@code settings} over them
 * @param sources by name, in order of registration
 * @param hidden names of sources that tombstones hide
 * @param auto the chat chain
 * @param autoImage the image chain
 * @param chains by name
 * @param templates by name
 */
record Merged(
        Node.Fields globals,
        Map<String, Placed> sources,
        Set<String> hidden,
        Optional<Placed> auto,
        Optional<Placed> autoImage,
        Map<String, Placed> chains,
        Map<String, Placed> templates) {
    /** The keys under which named things stand. */
    static final List<String> NAMED = List.of("sources", "auto", "auto_image", "chains", "source_templates");

    /**
     * What the pages must not change: where files lie, whether code may be uploaded, who may be called. An operator decides that
     * on the machine.
     */
    private static final Set<String> NO_SETTINGS =
            Set.of("runtime_file", "adapter_dir", "adapters", "network", "config");

    /** Merges two documents, and reports what is wrong with names. */
    static Merged of(Node.Fields base, Node.Fields runtime, Binding binding) {
        Section below = new Section(binding, KeyPath.ROOT, base);
        Section above = new Section(binding, KeyPath.ROOT, runtime);

        Map<String, Placed> sources = sources(below);
        Map<String, Placed> ownSources = sources(above);
        Set<String> hidden = new LinkedHashSet<>();
        above.texts("tombstones")
                .forEach(name -> NameRule.SOURCE.read(name, binding).ifPresent(hidden::add));
        hidden.removeAll(ownSources.keySet());
        sources.keySet().removeAll(hidden);
        sources.putAll(ownSources);
        checkEnvironmentForms(sources, binding);

        Map<String, Placed> chains = chains(below);
        chains.putAll(chains(above));
        checkEnvironmentForms(chains, binding);

        Map<String, Placed> templates = templates(below);
        templates.putAll(templates(above));

        Node.Fields settings = settings(above, binding);
        Optional<Placed> auto = builtIn("auto", above).or(() -> builtIn("auto", below));
        Optional<Placed> autoImage = builtIn("auto_image", above).or(() -> builtIn("auto_image", below));
        above.whole("version", 0, 0, Long.MAX_VALUE / 2);
        above.key("keys");
        above.finish();
        templates.replaceAll((name, template) -> new Placed(
                new KeyPath(template.path().shown(), template.path().property(), "sources[]"), template.node()));
        return new Merged(
                base.without(Set.copyOf(NAMED)).overlaidBy(settings),
                sources,
                hidden,
                auto,
                autoImage,
                chains,
                templates);
    }

    private static Map<String, Placed> sources(Section document) {
        Map<String, Placed> sources = new LinkedHashMap<>();
        for (Placed item : document.items("sources")) {
            document.sectionAt(item.path(), item.node())
                    .flatMap(source -> source.required("name", "a name"))
                    .ifPresent(name -> NameRule.SOURCE
                            .read(name, document.binding())
                            .ifPresent(read -> put(read, item, "sources", sources, document)));
        }
        return sources;
    }

    private static Map<String, Placed> chains(Section document) {
        Map<String, Placed> chains = new LinkedHashMap<>();
        document.children("chains")
                .forEach((key, chain) -> NameRule.CHAIN
                        .read(key, Problems.quote(key), chain.path(), chain.place(), document.binding())
                        .ifPresent(name -> {
                            if (KnownNames.isBuiltIn(name)) {
                                document.binding()
                                        .problem(
                                                ProblemCode.NAME,
                                                chain.path(),
                                                chain.place(),
                                                name + " (expected: another name than auto and auto_image)",
                                                "Put this chain under auto or auto_image itself.");
                            } else {
                                put(name, chain, "chains", chains, document);
                            }
                        }));
        return chains;
    }

    /** Templates stand as a list like sources, or under their names like chains. They have the keys of a source. */
    private static Map<String, Placed> templates(Section document) {
        Map<String, Placed> templates = new LinkedHashMap<>();
        if (document.node("source_templates")
                .filter(Node.Fields.class::isInstance)
                .isPresent()) {
            document.children("source_templates")
                    .forEach((name, template) -> put(name, template, "source_templates", templates, document));
            return templates;
        }
        for (Placed item : document.items("source_templates")) {
            document.sectionAt(item.path(), item.node())
                    .flatMap(template -> template.required("name", "a name"))
                    .ifPresent(name -> put(name.text(), item, "source_templates", templates, document));
        }
        return templates;
    }

    private static void put(String name, Placed thing, String key, Map<String, Placed> things, Section document) {
        String property = document.path().child(key).property() + "." + name;
        Placed first = things.putIfAbsent(name, new Placed(thing.path().withProperty(property), thing.node()));
        if (first != null) {
            // kept under another name, so that what is wrong inside it stands in the same report
            things.put(name + "-line-" + thing.place().line(), thing);
            document.binding()
                    .problem(
                            ProblemCode.DUPLICATE_NAME,
                            thing.path(),
                            thing.place(),
                            Problems.quote(name) + " for the second time (first: line "
                                    + first.place().line() + ")",
                            "Give each a name of its own.");
        }
    }

    private static Optional<Placed> builtIn(String key, Section document) {
        KeyPath path = document.key(key);
        return document.node(key).map(node -> new Placed(new KeyPath(path.shown(), path.property(), "chains.*"), node));
    }

    /** A variable of that form would set both. */
    private static void checkEnvironmentForms(Map<String, Placed> things, Binding binding) {
        Map<String, String> forms = new HashMap<>();
        things.forEach((name, thing) -> {
            String first = forms.putIfAbsent(EnvironmentName.of(name), name);
            if (first != null) {
                binding.problem(
                        ProblemCode.SAME_ENVIRONMENT_FORM,
                        thing.path(),
                        thing.place(),
                        Problems.quote(name) + " and " + Problems.quote(first) + " are both " + EnvironmentName.of(name)
                                + " in an environment variable (expected: names that differ there)",
                        "Change one of the two names by a letter or digit.");
            }
        });
    }

    private static Node.Fields settings(Section runtime, Binding binding) {
        KeyPath path = runtime.key("settings");
        Optional<Node> node = runtime.node("settings");
        if (node.isEmpty() || !(node.get() instanceof Node.Fields settings)) {
            node.ifPresent(other -> runtime.sectionAt(path, other)); // which reports it
            return Node.Fields.none(runtime.place());
        }
        Set<String> refused = new LinkedHashSet<>(NO_SETTINGS);
        refused.addAll(NAMED);
        refused.retainAll(settings.entries().keySet());
        refused.forEach(key -> binding.problem(
                ProblemCode.SETTING_IGNORED,
                path.child(key),
                settings.entries().get(key).place(),
                "no setting of the pages; it is kept and has no effect",
                "Set it in config.yaml."));
        return settings.without(refused);
    }
}
