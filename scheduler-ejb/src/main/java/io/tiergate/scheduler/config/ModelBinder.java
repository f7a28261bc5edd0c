package io.tiergate.scheduler.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Binds the models of sources. */
final class ModelBinder {
    private final Binding binding;
    private boolean saidThatPriorityIsIgnored;

    ModelBinder(Binding binding) {
        this.binding = binding;
    }

    /** Returns the models of a source, those that cannot stand left out and reported. */
    List<ModelEntry> bind(Section source) {
        List<ModelEntry> models = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Placed item : source.items("models")) {
            model(source, item).ifPresent(model -> {
                models.add(model);
                checkNames(model, names, item);
            });
        }
        return models;
    }

    private void checkNames(ModelEntry model, Set<String> names, Placed item) {
        List<String> own = new ArrayList<>(model.aliases());
        own.addFirst(model.id());
        own.stream()
                .filter(name -> !names.add(name))
                .forEach(name -> binding.problem(
                        ProblemCode.DUPLICATE_NAME,
                        item.path(),
                        item.place(),
                        Problems.quote(name) + " for the second time in this source (expected: each id and alias once)",
                        "Keep one of the two."));
    }

    private Optional<ModelEntry> model(Section source, Placed item) {
        if (item.node() instanceof Node.Scalar scalar && !scalar.isNull()) {
            return binding.expand(scalar, item.path())
                    .flatMap(value ->
                            NameRule.MODEL.read(value, binding).map(id -> entry(id, ModelKind.CHAT, value.text())));
        }
        if (!(item.node() instanceof Node.Fields fields)) {
            binding.problem(
                    ProblemCode.WRONG_TYPE,
                    item.path(),
                    item.place(),
                    item.node().kindForPeople() + " (expected: a model's name, or its keys)",
                    "Write e.g. gpt-4o-mini, or {id: gpt-4o-mini, kind: chat}.");
            return Optional.empty();
        }
        return model(new Section(binding, named(source, item, fields), fields));
    }

    /** Returns the item's path, under the model's name for overrides. */
    private KeyPath named(Section source, Placed item, Node.Fields fields) {
        return fields.get("id")
                .filter(Node.Scalar.class::isInstance)
                .flatMap(id -> binding.expand((Node.Scalar) id, item.path()))
                .map(id ->
                        item.path().withProperty(source.path().child("models").property() + "." + id.text()))
                .orElse(item.path());
    }

    private Optional<ModelEntry> model(Section model) {
        Optional<Value> id = model.required("id", "a model's name");
        Optional<String> name = id.flatMap(value -> NameRule.MODEL.read(value, binding));
        ModelKind kind = model.choice("kind", ModelKind.CHAT);
        Optional<String> upstream = model.text("upstream");
        List<String> aliases = model.texts("aliases").stream()
                .flatMap(value -> NameRule.MODEL.read(value, binding).stream())
                .toList();
        OptionalInt contextWindow = model.optionalInteger("context_window");
        OptionalInt maxOutput = model.optionalInteger("max_output");
        Optional<Price> price = model.optionalSection("price").flatMap(ModelBinder::price);
        if (model.node("priority").isPresent()) {
            ignorePriority(model);
        }
        model.finish();
        return name.map(found -> new ModelEntry(
                found,
                kind,
                upstream.orElseGet(() -> id.orElseThrow().text()),
                aliases,
                contextWindow,
                maxOutput,
                price));
    }

    private void ignorePriority(Section model) {
        if (!saidThatPriorityIsIgnored) {
            saidThatPriorityIsIgnored = true;
            binding.problem(
                    ProblemCode.PRIORITY_IGNORED,
                    model.path().child("priority"),
                    model.place("priority"),
                    "has no effect, here and in all other models",
                    "Order models by the tiers of a chain.");
        }
    }

    private static ModelEntry entry(String id, ModelKind kind, String upstream) {
        return new ModelEntry(
                id, kind, upstream, List.of(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
    }

    private static Optional<Price> price(Section price) {
        Optional<BigDecimal> input = price.decimal("input");
        Optional<BigDecimal> output = price.decimal("output");
        Optional<BigDecimal> cachedInput = price.decimal("cached_input");
        price.finish();
        return Optional.of(new Price(input.orElse(BigDecimal.ZERO), output.orElse(BigDecimal.ZERO), cachedInput));
    }
}
