package io.tiergate.scheduler.config;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What all {@link Section}s of one load share. For one thread.
 *
 * @param keys the patterns of all keys that were asked for, which is to say: that there are
 * @param properties the properties of all scalar keys that were asked for
 * @param overridden the properties that an override gave the value of
 */
record Binding(
        Problems problems,
        Variables variables,
        ScalarOverrides overrides,
        Set<String> keys,
        Set<String> properties,
        Set<String> overridden) {
    Binding(Problems problems, Variables variables, ScalarOverrides overrides) {
        this(problems, variables, overrides, new TreeSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    }

    /** Returns the override of a scalar key. */
    Optional<ScalarOverrides.Value> override(KeyPath key) {
        properties.add(key.property());
        Optional<ScalarOverrides.Value> value = overrides.find(key.property());
        value.ifPresent(found -> overridden.add(key.property()));
        return value;
    }

    /** Returns the text of a scalar with its variables expanded; empty where that is reported. */
    Optional<Value> expand(Node.Scalar scalar, KeyPath key) {
        return variables
                .expand(scalar, key.shown(), problems)
                .map(text -> new Value(text, scalar.written(), key, scalar.place()));
    }

    void problem(ProblemCode code, KeyPath key, Place place, String what, String remedy) {
        problems.add(code, key.shown(), place, what, remedy);
    }

    void problem(ProblemCode code, Value value, String what, String remedy) {
        problems.add(code, value.key().shown(), value.place(), what, remedy);
    }
}
