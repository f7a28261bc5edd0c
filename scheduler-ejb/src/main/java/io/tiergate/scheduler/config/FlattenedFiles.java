package io.tiergate.scheduler.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Both files as flat properties, read again when a file has another time or size. A file with problems gives what can be read of
 * it, or nothing: {@link ConfigReader} reports them, and a config source must not keep a server from starting. Thread-safe.
 */
final class FlattenedFiles {
    private final ConfigLocations locations;
    private final ScalarOverrides overrides;
    private final Map<String, String> environment;

    /** Two threads may read the same change twice; either result is right. */
    private volatile Snapshot snapshot;

    FlattenedFiles(ConfigLocations locations, ScalarOverrides overrides, Map<String, String> environment) {
        this.locations = locations;
        this.overrides = overrides;
        this.environment = environment;
    }

    static FlattenedFiles ofProcess() {
        return new FlattenedFiles(
                ConfigLocations.of(System.getenv(), Path.of("")), EnvironmentOverrides.ofProcess(), System.getenv());
    }

    /** Says whether a property can be one of ours, so that others cost nothing. */
    static boolean isOurs(String property) {
        return property.startsWith(KeyPath.ROOT.property() + ".");
    }

    Map<String, String> base() {
        return current().base();
    }

    Map<String, String> runtime() {
        return current().runtime();
    }

    private Snapshot current() {
        Snapshot seen = snapshot;
        if (seen == null || !seen.stamps().equals(stamps(seen.runtimeFile()))) {
            seen = read();
            snapshot = seen;
        }
        return seen;
    }

    /** The stamps are older than what is read: a change in between is seen the next time. */
    private Snapshot read() {
        Path runtimeFile = reader().runtimeFile();
        List<Stamp> before = stamps(runtimeFile);
        Flattening flat = new Flattening(new Variables(environment));
        reader().merge(Optional.empty()).ifPresent(flat::add);
        return new Snapshot(before, runtimeFile, flat.base(), flat.runtime());
    }

    private ConfigReader reader() {
        return ConfigReader.of(locations, overrides, environment);
    }

    private List<Stamp> stamps(Path runtimeFile) {
        return List.of(Stamp.of(locations.configFile()), Stamp.of(runtimeFile));
    }

    private record Snapshot(
            List<Stamp> stamps, Path runtimeFile, Map<String, String> base, Map<String, String> runtime) {
        Snapshot {
            base = Map.copyOf(base);
            runtime = Map.copyOf(runtime);
        }
    }

    /** By what a change of a file shows. */
    private record Stamp(FileTime modified, long size) {
        static final Stamp NONE = new Stamp(FileTime.fromMillis(0), -1);

        static Stamp of(Path file) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                return new Stamp(attributes.lastModifiedTime(), attributes.size());
            } catch (IOException e) {
                return NONE; // not there
            }
        }
    }
}
