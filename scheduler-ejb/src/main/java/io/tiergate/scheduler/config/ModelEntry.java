package io.tiergate.scheduler.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One model of a source.
 *
 * @param id the name it is published under, in NFC
 * @param kind what it does
 * @param upstream the name that is sent upstream, byte for byte as configured
 * @param aliases further published names, in NFC
 * @param contextWindow tokens that prompt and answer may have together; empty: unknown
 * @param maxOutput tokens that an answer may have; empty: unknown
 * @param price for the log and the pages
 */
public record ModelEntry(
        String id,
        ModelKind kind,
        String upstream,
        List<String> aliases,
        OptionalInt contextWindow,
        OptionalInt maxOutput,
        Optional<Price> price) {
    /** Checks and copies. */
    public ModelEntry {
        Checked.present("id", id);
        Checked.present("upstream", upstream);
        Checked.atLeast("contextWindow", contextWindow.orElse(1), 1);
        Checked.atLeast("maxOutput", maxOutput.orElse(1), 1);
        aliases = List.copyOf(aliases);
    }

    /** Returns a model that is sent upstream under its own name, with nothing else known. */
    public static ModelEntry of(String id, ModelKind kind) {
        return new ModelEntry(id, kind, id, List.of(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
    }

    /** Says whether {@code name} is this model's id or one of its aliases. */
    public boolean isNamed(String name) {
        return id.equals(name) || aliases.contains(name);
    }
}
