package io.tiergate.scheduler.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A piece of a document, YAML or JSON, with the place it stands at. Nothing is expanded or interpreted yet. */
sealed interface Node {
    Place place();

    /** Returns what it is, for messages that must not show the value. */
    String kindForPeople();

    /**
     * A text, number, truth value or null.
     *
     * @param written exactly as it stands in the file, without quotes
     * @param type what YAML's core schema or JSON takes it for; what is quoted is {@link Type#TEXT}
     */
    record Scalar(String written, Type type, Place place) implements Node {
        enum Type {
            TEXT,
            NUMBER,
            BOOLEAN,
            NULL
        }

        boolean isNull() {
            return type == Type.NULL;
        }

        @Override
        public String kindForPeople() {
            return switch (type) {
                case TEXT -> "a text";
                case NUMBER -> "a number";
                case BOOLEAN -> "a truth value";
                case NULL -> "nothing";
            };
        }
    }

    /** A list. */
    record Items(List<Node> items, Place place) implements Node {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String kindForPeople() {
            return "a list";
        }
    }

    /** Keys with their values, in the order of the file. */
    record Fields(Map<String, Entry> entries, Place place) implements Node {
        public Fields {
            entries = Checked.ordered(entries);
        }

        static Fields none(Place place) {
            return new Fields(Map.of(), place);
        }

        /** Returns the value of a key; empty also where it is null, which means "left out". */
        Optional<Node> get(String key) {
            return Optional.ofNullable(entries.get(key))
                    .map(Entry::value)
                    .filter(node -> !(node instanceof Scalar scalar && scalar.isNull()));
        }

        /** Returns these fields with others laid over them: fields are joined key by key, all else is replaced. */
        Fields overlaidBy(Fields other) {
            Map<String, Entry> joined = new LinkedHashMap<>(entries);
            other.entries.forEach((key, entry) -> joined.merge(key, entry, (below, above) -> {
                if (below.value() instanceof Fields ours && above.value() instanceof Fields theirs) {
                    return new Entry(above.place(), ours.overlaidBy(theirs));
                }
                return above;
            }));
            return new Fields(joined, place);
        }

        /** Returns these fields without some keys. */
        Fields without(Set<String> keys) {
            Map<String, Entry> rest = new LinkedHashMap<>(entries);
            rest.keySet().removeAll(keys);
            return new Fields(rest, place);
        }

        @Override
        public String kindForPeople() {
            return "keys and values";
        }
    }

    /**
     * A key's value.
     *
     * @param place of the key
     */
    record Entry(Place place, Node value) {}
}
