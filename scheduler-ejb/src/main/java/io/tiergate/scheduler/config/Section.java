package io.tiergate.scheduler.config;

import static io.tiergate.scheduler.config.ProblemCode.MISSING;
import static io.tiergate.scheduler.config.ProblemCode.OUT_OF_RANGE;
import static io.tiergate.scheduler.config.ProblemCode.UNKNOWN_KEY;
import static io.tiergate.scheduler.config.ProblemCode.UNKNOWN_KEY_KEPT;
import static io.tiergate.scheduler.config.ProblemCode.WRONG_FORM;
import static io.tiergate.scheduler.config.ProblemCode.WRONG_TYPE;

import io.tiergate.scheduler.config.Node.Entry;
import io.tiergate.scheduler.config.Node.Fields;
import io.tiergate.scheduler.config.Node.Items;
import io.tiergate.scheduler.config.Node.Scalar;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * The keys of one part of the configuration, read by type. A key is known because it is asked for here; {@link #finish} reports
 * the others. An override comes before the file. What has a problem is reported and read as its default, so that one load finds
 * all problems.
 */
final class Section {
    private static final Pattern WHOLE = Pattern.compile("-?(?:0|[1-9][0-9]*)");

    /** Longest whole number in digits that surely fits a long. */
    private static final int LONGEST_WHOLE = 18;

    private static final Pattern FRACTION =
            Pattern.compile("-?(?:[0-9]{1,30}(?:\\.[0-9]{0,30})?|\\.[0-9]{1,30})(?:[eE][-+]?[0-9]{1,3})?");

    private final Binding binding;
    private final KeyPath path;
    private final Fields fields;
    private final Set<String> known = new LinkedHashSet<>();

    Section(Binding binding, KeyPath path, Fields fields) {
        this.binding = binding;
        this.path = path;
        this.fields = fields;
    }

    KeyPath path() {
        return path;
    }

    Place place() {
        return fields.place();
    }

    Binding binding() {
        return binding;
    }

    /** Returns the path of a key, which is known from now on. */
    KeyPath key(String key) {
        known.add(key);
        KeyPath at = path.child(key);
        binding.keys().add(at.pattern());
        return at;
    }

    /** Returns what stands at a key; empty where it is left out or null. */
    Optional<Node> node(String key) {
        key(key);
        return fields.get(key);
    }

    /** Reports the keys that nobody asked for. */
    void finish() {
        fields.entries().forEach((key, entry) -> {
            if (!known.contains(key)) {
                unknown(key, entry);
            }
        });
    }

    private void unknown(String key, Entry entry) {
        String remedy = key.equals("<<")
                ? "YAML 1.2 has no merge keys: write the keys out, or use a template."
                : NearestKey.to(key, known)
                        .map(near -> "Did you mean " + near + "?")
                        .orElseGet(() -> "Known here: " + String.join(", ", known) + ".");
        KeyPath at = path.child(Problems.quote(key));
        if (entry.place().ours()) {
            binding.problem(
                    UNKNOWN_KEY_KEPT, at, entry.place(), "a key that nobody knows; it is kept as it is", remedy);
        } else {
            binding.problem(UNKNOWN_KEY, at, entry.place(), "a key that nobody knows", remedy);
        }
    }

    // scalars

    /** Returns the value of a scalar key. */
    Optional<Value> value(String key) {
        return value(key(key), fields.get(key));
    }

    private Optional<Value> value(KeyPath at, Optional<Node> node) {
        Optional<ScalarOverrides.Value> override = binding.override(at);
        if (override.isPresent()) {
            String text = override.get().text();
            return Optional.of(new Value(text, text, at, Place.of(override.get())));
        }
        return node.flatMap(found -> scalar(found, at));
    }

    private Optional<Value> scalar(Node node, KeyPath at) {
        if (node instanceof Scalar scalar && !scalar.isNull()) {
            return binding.expand(scalar, at);
        }
        binding.problem(
                WRONG_TYPE,
                at,
                node.place(),
                node.kindForPeople() + " (expected: one value)",
                "Write the value behind the colon.");
        return Optional.empty();
    }

    /** Returns the text of a key, in whatever spelling the file has it; empty also where it is blank. */
    Optional<String> text(String key) {
        return value(key).map(Value::text).filter(text -> !text.isBlank());
    }

    /** Returns the value of a key, and reports it where there is none. */
    Optional<Value> required(String key, String example) {
        Optional<Value> value = value(key);
        if (value.isEmpty() && fields.get(key).isPresent()) {
            return value; // what stands there is reported
        }
        if (value.isEmpty() || value.get().text().isBlank()) {
            missing(key, example);
            return Optional.empty();
        }
        return value;
    }

    /** Says whether a key stands in the file without a value. */
    boolean isNull(String key) {
        return fields.entries().containsKey(key) && fields.get(key).isEmpty();
    }

    /** Returns where a key's value stands; the section's own place where it is left out. */
    Place place(String key) {
        return fields.get(key).map(Node::place).orElse(place());
    }

    /** Reports a key that must be there and is not. */
    void missing(String key, String example) {
        binding.problem(MISSING, path.child(key), place(), "missing (expected: " + example + ")", "Add the key.");
    }

    int integer(String key, int fallback, int least) {
        return (int) whole(key, fallback, least, Integer.MAX_VALUE);
    }

    /** Returns a whole number of at least 1; empty where the key is left out. */
    OptionalInt optionalInteger(String key) {
        long value = whole(key, 0, 1, Integer.MAX_VALUE);
        return value == 0 ? OptionalInt.empty() : OptionalInt.of((int) value);
    }

    /** Returns a whole number; {@code fallback} may lie outside the range and then stands for "left out". */
    long whole(String key, long fallback, long least, long most) {
        Optional<Value> value = value(key);
        if (value.isEmpty()) {
            return fallback;
        }
        String otherwise = otherwise(fallback >= least ? Long.toString(fallback) : "");
        String example = "Write e.g. " + Math.max(least, 3) + otherwise;
        String text = value.get().text();
        if (!WHOLE.matcher(text).matches()) {
            wrongForm(value.get(), "a whole number in plain digits", example);
            return fallback;
        }
        long huge = text.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
        long number = text.length() > LONGEST_WHOLE ? huge : Long.parseLong(text);
        if (number < least || number > most) {
            outOfRange(value.get(), number < least ? ">= " + least : "<= " + most, example);
            return fallback;
        }
        return number;
    }

    /** Returns a number from 0 to 1. */
    double fraction(String key, double fallback) {
        return optionalFraction(key, otherwise(Double.toString(fallback))).orElse(fallback);
    }

    OptionalDouble optionalFraction(String key) {
        return optionalFraction(key, otherwise(""));
    }

    private OptionalDouble optionalFraction(String key, String otherwise) {
        Optional<BigDecimal> number = decimal(key, otherwise);
        if (number.isPresent() && number.get().compareTo(BigDecimal.ONE) > 0) {
            outOfRange(value(key).orElseThrow(), "0 to 1", "Write e.g. 0.5" + otherwise);
            return OptionalDouble.empty();
        }
        return number.isPresent() ? OptionalDouble.of(number.get().doubleValue()) : OptionalDouble.empty();
    }

    /** Returns a number of at least 0. */
    Optional<BigDecimal> decimal(String key) {
        return decimal(key, otherwise(""));
    }

    private Optional<BigDecimal> decimal(String key, String otherwise) {
        Optional<Value> value = value(key);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (!FRACTION.matcher(value.get().text()).matches()) {
            wrongForm(value.get(), "a number", "Write e.g. 0.5" + otherwise);
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(value.get().text());
        if (number.signum() < 0) {
            outOfRange(value.get(), ">= 0", "Write e.g. 0.5" + otherwise);
            return Optional.empty();
        }
        return Optional.of(number);
    }

    boolean flag(String key, boolean fallback) {
        return optionalFlag(key, otherwise(Boolean.toString(fallback))).orElse(fallback);
    }

    Optional<Boolean> optionalFlag(String key) {
        return optionalFlag(key, otherwise(""));
    }

    private Optional<Boolean> optionalFlag(String key, String otherwise) {
        return value(key).flatMap(value -> switch (value.text()) {
            case "true", "True", "TRUE" -> Optional.of(true);
            case "false", "False", "FALSE" -> Optional.of(false);
            default -> {
                wrongForm(value, "true or false", "Write true or false" + otherwise);
                yield Optional.empty();
            }
        });
    }

    /** Returns a duration above 0. */
    Duration duration(String key, Duration fallback) {
        return duration(key, fallback, Duration.ofNanos(1), "> 0s");
    }

    /** Returns a duration of at least 0. */
    Duration durationOrZero(String key, Duration fallback) {
        return duration(key, fallback, Duration.ZERO, ">= 0s");
    }

    private Duration duration(String key, Duration fallback, Duration least, String range) {
        Optional<Value> value = value(key);
        if (value.isEmpty()) {
            return fallback;
        }
        String example = "Write e.g. 30s" + otherwise(Quantity.show(fallback));
        Optional<Duration> duration = Quantity.duration(value.get().text());
        if (duration.isEmpty()) {
            wrongForm(value.get(), "a duration with its unit, ms, s, m, h or d", example);
        } else if (duration.get().compareTo(least) < 0) {
            outOfRange(value.get(), range, example);
        } else if (duration.get().compareTo(Quantity.LONGEST) > 0) {
            outOfRange(value.get(), "<= " + Quantity.show(Quantity.LONGEST), example);
        } else {
            return duration.get();
        }
        return fallback;
    }

    /** Returns a duration that is at least that of another key, whichever of the two the file gives. */
    Duration notBelow(String lower, Duration least, String key, Duration fallback) {
        Duration duration = duration(key, fallback);
        if (duration.compareTo(least) >= 0) {
            return duration;
        }
        value(key).or(() -> value(lower)).ifPresent(value -> {
            boolean isLower = value.key().equals(path.child(lower));
            String other = isLower
                    ? "<= " + key + ", " + Quantity.show(duration)
                    : ">= " + lower + ", " + Quantity.show(least);
            outOfRange(value, other, "Change one of the two.");
        });
        return least;
    }

    /** Returns a size in bytes. */
    long size(String key, long fallback, long least, long most) {
        Optional<Value> value = value(key);
        if (value.isEmpty()) {
            return fallback;
        }
        String example = "Write e.g. 2MiB" + otherwise(Quantity.show(fallback));
        long bytes = Quantity.size(value.get().text()).orElse(-1);
        if (Quantity.size(value.get().text()).isEmpty()) {
            wrongForm(value.get(), "a size with its unit, B, KiB, MiB, GiB, KB, MB or GB", example);
        } else if (bytes < least || bytes > most) {
            outOfRange(value.get(), Quantity.show(least) + " to " + Quantity.show(most), example);
        } else {
            return bytes;
        }
        return fallback;
    }

    <E extends Enum<E>> E choice(String key, E fallback) {
        return choice(key, fallback, Set.of());
    }

    /** Returns one of an enum's constants, which a file names in lower case, without those that do not fit here. */
    <E extends Enum<E>> E choice(String key, E fallback, Set<E> without) {
        return choice(key, fallback.getDeclaringClass(), without, otherwise(name(fallback)))
                .orElse(fallback);
    }

    <E extends Enum<E>> Optional<E> optionalChoice(String key, Class<E> type) {
        return optionalChoice(key, type, Set.of());
    }

    <E extends Enum<E>> Optional<E> optionalChoice(String key, Class<E> type, Set<E> without) {
        return choice(key, type, without, otherwise(""));
    }

    private <E extends Enum<E>> Optional<E> choice(String key, Class<E> type, Set<E> without, String otherwise) {
        Optional<Value> value = value(key).filter(found -> !found.text().isEmpty());
        List<E> choices = Arrays.stream(type.getEnumConstants())
                .filter(constant -> !without.contains(constant))
                .toList();
        Optional<E> chosen = value.flatMap(found -> choices.stream()
                .filter(constant -> name(constant).equals(found.text()))
                .findFirst());
        if (value.isPresent() && chosen.isEmpty()) {
            wrongForm(
                    value.get(),
                    choices.stream().map(Section::name).collect(Collectors.joining(", ")),
                    "Write one of these" + otherwise);
        }
        return chosen;
    }

    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    // what is no scalar

    /** Returns the section under a key; without keys where it is left out. */
    Section section(String key) {
        return optionalSection(key).orElseGet(() -> new Section(binding, path.child(key), Fields.none(place())));
    }

    /** Returns the section under a key; empty where it is left out. */
    Optional<Section> optionalSection(String key) {
        KeyPath at = key(key);
        return node(key).flatMap(node -> sectionAt(at, node));
    }

    /** Returns a node as a section; empty where it is none, which is reported. */
    Optional<Section> sectionAt(KeyPath at, Node node) {
        if (node instanceof Fields found) {
            return Optional.of(new Section(binding, at, found));
        }
        binding.problem(
                WRONG_TYPE,
                at,
                node.place(),
                node.kindForPeople() + " (expected: keys and values)",
                "Write its keys below it, or inside { }.");
        return Optional.empty();
    }

    /** Returns the items of a list with their paths; a single value is a list of one. */
    List<Placed> items(String key) {
        KeyPath at = key(key);
        return node(key).map(node -> items(at, node)).orElse(List.of());
    }

    /** Returns the items of a list that stands at {@code at}. */
    List<Placed> items(KeyPath at, Node node) {
        List<Placed> items = new ArrayList<>();
        switch (node) {
            case Items list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    items.add(new Placed(at.item(i), list.items().get(i)));
                }
            }
            case Scalar scalar -> items.add(new Placed(at.item(0), scalar));
            case Fields other ->
                binding.problem(
                        WRONG_TYPE,
                        at,
                        other.place(),
                        other.kindForPeople() + " (expected: a list)",
                        "Begin each item with -, or write the list inside [ ].");
        }
        return items;
    }

    /** Returns the texts of a list. */
    List<Value> texts(String key) {
        return items(key).stream().flatMap(item -> value(item).stream()).toList();
    }

    /** Returns the text of an item. */
    Optional<Value> value(Placed item) {
        return value(item.path(), Optional.of(item.node()));
    }

    /** Returns what stands under the keys that the author made up under a key. */
    Map<String, Placed> children(String key) {
        KeyPath at = key(key);
        Map<String, Placed> children = new LinkedHashMap<>();
        node(key)
                .flatMap(node -> sectionAt(at, node))
                .ifPresent(section -> section.fields
                        .entries()
                        .forEach((name, entry) -> children.put(name, new Placed(at.free(name), entry.value()))));
        return children;
    }

    /** Returns the values of the keys that the author made up under a key. */
    Map<String, Value> free(String key) {
        Map<String, Value> values = new LinkedHashMap<>();
        children(key).forEach((name, child) -> value(child).ifPresent(value -> values.put(name, value)));
        return values;
    }

    /** Returns what stands at a key as JSON. */
    Optional<ObjectNode> json(String key) {
        KeyPath at = key(key);
        return node(key)
                .flatMap(node -> sectionAt(at, node))
                .map(section ->
                        new NodeJson(binding.variables(), binding.problems()).object(section.fields, at.shown()));
    }

    // wording

    void wrongForm(Value value, String expected, String remedy) {
        binding.problem(WRONG_FORM, value, value.quoted() + " (expected: " + expected + ")", remedy);
    }

    void outOfRange(Value value, String expected, String remedy) {
        binding.problem(OUT_OF_RANGE, value, value.quoted() + " (expected: " + expected + ")", remedy);
    }

    /** Returns the end of a remedy: what to do for the default. */
    static String otherwise(String fallback) {
        return ", or drop the key" + (fallback.isEmpty() ? "." : " for the default " + fallback + ".");
    }
}
