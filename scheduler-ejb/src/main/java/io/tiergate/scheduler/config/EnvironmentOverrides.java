package io.tiergate.scheduler.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Overrides from the environment and system properties, for programs that run without MicroProfile Config. Immutable. */
public final class EnvironmentOverrides implements ScalarOverrides {
    private final Map<String, String> environment;
    private final Map<String, String> properties;

    /** Takes copies of both; a property wins over a variable. */
    public EnvironmentOverrides(Map<String, String> environment, Map<String, String> properties) {
        this.environment = Map.copyOf(environment);
        this.properties = Map.copyOf(properties);
    }

    /** Returns those of this process, as they are now. */
    public static EnvironmentOverrides ofProcess() {
        Map<String, String> properties = new HashMap<>();
        System.getProperties().stringPropertyNames().forEach(name -> properties.put(name, System.getProperty(name)));
        return new EnvironmentOverrides(System.getenv(), properties);
    }

    @Override
    public Optional<Value> find(String property) {
        String set = properties.get(property);
        if (set != null && !set.isEmpty()) {
            return Optional.of(new Value(set, "the system property " + property));
        }
        return Stream.of(property, EnvironmentName.underscored(property), EnvironmentName.of(property))
                .filter(name -> !environment.getOrDefault(name, "").isEmpty())
                .findFirst()
                .map(name -> new Value(environment.get(name), "the environment variable " + name));
    }

    @Override
    public Set<String> names() {
        Set<String> names = new HashSet<>(environment.keySet());
        names.addAll(properties.keySet());
        return names;
    }
}
