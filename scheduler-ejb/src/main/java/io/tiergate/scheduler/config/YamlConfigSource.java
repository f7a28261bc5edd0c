package io.tiergate.scheduler.config;

import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * config.yaml as a source of MicroProfile Config: below the runtime file, the environment and system properties. What the runtime
 * file replaces or hides is left out. Values are raw, keys among them: whoever asks must not log them. Thread-safe.
 */
public final class YamlConfigSource implements ConfigSource {
    static final int ORDINAL = 150;

    private final FlattenedFiles files;

    /** For the container: the files that this process's environment names. */
    public YamlConfigSource() {
        this(FlattenedFiles.ofProcess());
    }

    YamlConfigSource(FlattenedFiles files) {
        this.files = files;
    }

    @Override
    public String getName() {
        return "tiergate config.yaml";
    }

    @Override
    public int getOrdinal() {
        return ORDINAL;
    }

    @Override
    public Set<String> getPropertyNames() {
        return files.base().keySet();
    }

    @Override
    public Map<String, String> getProperties() {
        return files.base();
    }

    @Override
    public String getValue(String property) {
        return FlattenedFiles.isOurs(property) ? files.base().get(property) : null;
    }
}
