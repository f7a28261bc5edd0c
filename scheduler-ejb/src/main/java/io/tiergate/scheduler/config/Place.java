package io.tiergate.scheduler.config;

/**
 * Where a piece of configuration stands.
 *
 * @param where a file as people know it, or the override that gave the value
 * @param line from 1; 0 where there are no lines, or the whole file is meant
 * @param ours whether we wrote it: the runtime file. There, unknown keys are kept, and a dollar sign is itself
 */
record Place(String where, int line, boolean ours) {
    static Place of(ScalarOverrides.Value override) {
        return new Place(override.origin(), 0, false);
    }

    @Override
    public String toString() {
        return line > 0 ? "at " + where + " line " + line : "in " + where;
    }
}
