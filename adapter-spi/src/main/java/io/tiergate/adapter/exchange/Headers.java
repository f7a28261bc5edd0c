package io.tiergate.adapter.exchange;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The header fields of an upstream's answer. Names are looked up in any case; values are as they came. Immutable. */
public final class Headers {
    private static final Headers NONE = new Headers(Map.of());

    private final Map<String, List<String>> byName;

    private Headers(Map<String, List<String>> byName) {
        this.byName = byName;
    }

    /** Returns no headers. */
    public static Headers none() {
        return NONE;
    }

    /** Returns these headers; names that differ in case only are joined. */
    public static Headers of(Map<String, List<String>> fields) {
        Map<String, List<String>> byName = new TreeMap<>();
        fields.forEach((name, values) -> byName.merge(
                name.toLowerCase(Locale.ROOT),
                List.copyOf(values),
                (a, b) -> java.util.stream.Stream.concat(a.stream(), b.stream()).toList()));
        return new Headers(byName);
    }

    /** Returns one header. */
    public static Headers of(String name, String value) {
        return of(Map.of(name, List.of(value)));
    }

    /** Returns the first value of a header. */
    public Optional<String> first(String name) {
        List<String> values = byName.get(name.toLowerCase(Locale.ROOT));
        return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }

    /** Returns all headers, names in lower case and in their order. */
    public Map<String, List<String>> asMap() {
        return java.util.Collections.unmodifiableMap(byName);
    }
}
