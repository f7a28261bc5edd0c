package io.tiergate.scheduler.config;

import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * The runtime file as a source of MicroProfile Config: above config.yaml, below the environment and system properties. Values are
 * raw, keys among them: whoever asks must not log them. Thread-safe.
 */
public final class RuntimeConfigSource implements ConfigSource {
    static final int ORDINAL = 250;

    private final FlattenedFiles files;

    /** For the container: the files that this process's environment names. */
    public RuntimeConfigSource() {
        this(FlattenedFiles.ofProcess());
    }

    RuntimeConfigSource(FlattenedFiles files) {
        this.files = files;
    }

    @Override
    public String getName() {
        return "tiergate runtime file";
    }

    @Override
    public int getOrdinal() {
        return ORDINAL;
    }

    @Override
    public Set<String> getPropertyNames() {
        return files.runtime().keySet();
    }

    @Override
    public Map<String, String> getProperties() {
        return files.runtime();
    }

    @Override
    public String getValue(String property) {
        return FlattenedFiles.isOurs(property) ? files.runtime().get(property) : null;
    }
}
