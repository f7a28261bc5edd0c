package io.tiergate.scheduler.config;

import java.text.Normalizer;
import java.util.Optional;
import java.util.OptionalInt;

/** Binds slots, and checks that they name a model that is there. */
final class SlotBinder {
    private final Binding binding;
    private final KnownNames names;

    SlotBinder(Binding binding, KnownNames names) {
        this.binding = binding;
        this.names = names;
    }

    /** Returns a slot of a chain; empty where it cannot stand or is passed over, which is reported. */
    Optional<SlotConfig> bind(String chain, Placed item) {
        if (!(item.node() instanceof Node.Fields fields)) {
            binding.problem(
                    ProblemCode.WRONG_TYPE,
                    item.path(),
                    item.place(),
                    item.node().kindForPeople() + " (expected: a slot with model, source and tier)",
                    "Write e.g. {model: gpt-4o-mini, source: openai-a, tier: 1}.");
            return Optional.empty();
        }
        Section slot = new Section(binding, item.path(), fields);
        Optional<Value> model = slot.required("model", "the name of a model of the source");
        Optional<Value> source = slot.required("source", "the name of a source");
        int tier = slot.integer("tier", 1, 1);
        long quota = slot.whole("token_quota", 0, 0, Long.MAX_VALUE / 2);
        Optional<PeriodKind> period = slot.optionalChoice("period", PeriodKind.class);
        OptionalInt hours = hours(slot, period);
        slot.finish();
        if (quota > 0 && period.isEmpty()) {
            binding.problem(
                    ProblemCode.QUOTA_WITHOUT_PERIOD,
                    slot.path().child("token_quota"),
                    slot.place("token_quota"),
                    "has no effect without a period",
                    "Add period: hour, day, week, month, nhour or total; or drop the quota.");
        }
        if (model.isEmpty() || source.isEmpty()) {
            return Optional.empty();
        }
        Optional<PeriodKind> usable = period.filter(kind -> kind != PeriodKind.NHOUR || hours.isPresent());
        return source(source.get())
                .flatMap(found -> model(model.get(), found, chain))
                .map(id -> new SlotConfig(id, name(source.get()), tier, quota, usable, hours));
    }

    /** Returns the hours of a window; those of another period are nothing: the pages keep them. */
    private static OptionalInt hours(Section slot, Optional<PeriodKind> period) {
        int hours = slot.integer("hours", 0, 0);
        if (!period.equals(Optional.of(PeriodKind.NHOUR))) {
            return OptionalInt.empty();
        }
        if (hours == 0) {
            slot.missing("hours", "the length of the window in hours, since period is nhour");
            return OptionalInt.empty();
        }
        return OptionalInt.of(hours);
    }

    private Optional<SourceConfig> source(Value source) {
        String name = name(source);
        if (names.hidden().contains(name)) {
            passOver(source.key(), source.place(), "the source " + source.quoted() + " was deleted in the pages");
            return Optional.empty();
        }
        if (!names.sources().containsKey(name)) {
            KnownNames.unknown(source, "a source", names.sources().keySet(), binding);
            return Optional.empty();
        }
        return names.sources().get(name);
    }

    /** Returns the id of the model that a slot names by id or alias. */
    private Optional<String> model(Value model, SourceConfig source, String chain) {
        Optional<ModelEntry> entry = source.model(name(model));
        if (entry.isEmpty()) {
            refuse(model, source);
            return Optional.empty();
        }
        if (!fits(entry.get().kind(), chain)) {
            passOver(
                    model.key(),
                    model.place(),
                    model.quoted() + " is of the kind "
                            + Section.name(entry.get().kind()));
            return Optional.empty();
        }
        return Optional.of(entry.get().id());
    }

    /** The two built-in chains pass over what their endpoints cannot use (SPEC 3); a named chain may serve several endpoints. */
    private static boolean fits(ModelKind kind, String chain) {
        return switch (chain) {
            case ChainConfig.AUTO -> kind == ModelKind.CHAT;
            case ChainConfig.AUTO_IMAGE -> kind == ModelKind.IMAGE;
            default -> true;
        };
    }

    private void refuse(Value model, SourceConfig source) {
        if (names.chain(name(model)).isPresent()) {
            binding.problem(
                    ProblemCode.SLOT_NAMES_CHAIN,
                    model,
                    model.quoted() + " is a chain (expected: a model of source " + source.name() + ")",
                    "No slot leads to a chain: write the chain's slots here.");
        } else {
            KnownNames.unknown(
                    model,
                    "a model of source " + source.name(),
                    source.models().stream().map(ModelEntry::id).toList(),
                    binding);
        }
    }

    void passOver(KeyPath key, Place place, String why) {
        binding.problem(
                ProblemCode.SLOT_IGNORED, key, place, "the slot is passed over: " + why, "Drop or change the slot.");
    }

    private static String name(Value value) {
        return Normalizer.normalize(value.text(), Normalizer.Form.NFC);
    }
}
