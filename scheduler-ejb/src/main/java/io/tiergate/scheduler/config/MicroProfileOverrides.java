package io.tiergate.scheduler.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Overrides from all sources of MicroProfile Config that stand above the runtime file: environment, system properties, and what
 * the server adds (on Open Liberty its variables and application properties).
 */
public final class MicroProfileOverrides implements ScalarOverrides {
    private final List<ConfigSource> sources;

    /** Takes the sources of the application's Config. */
    public MicroProfileOverrides() {
        this(ConfigProvider.getConfig().getConfigSources());
    }

    MicroProfileOverrides(Iterable<ConfigSource> all) {
        List<ConfigSource> above = new ArrayList<>();
        for (ConfigSource source : all) {
            if (source.getOrdinal() > RuntimeConfigSource.ORDINAL) {
                above.add(source);
            }
        }
        above.sort(Comparator.comparingInt(ConfigSource::getOrdinal).reversed());
        sources = List.copyOf(above);
    }

    /** Asks each source itself, since Config would expand <code>${</code>, which may stand in a secret. */
    @Override
    public Optional<Value> find(String property) {
        for (ConfigSource source : sources) {
            String value = source.getValue(property);
            if (value != null && !value.isEmpty()) {
                return Optional.of(new Value(value, property + " of the config source " + source.getName()));
            }
        }
        return Optional.empty();
    }

    @Override
    public Set<String> names() {
        Set<String> names = new HashSet<>();
        sources.forEach(source -> names.addAll(source.getPropertyNames()));
        return names;
    }
}
