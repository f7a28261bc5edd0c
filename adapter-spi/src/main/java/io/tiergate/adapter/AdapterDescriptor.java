package io.tiergate.adapter;

import java.util.Set;

/**
 * What an adapter is, without running it.
 *
 * @param id the name that {@code sources[].adapter} gives; lower-case letters, digits, {@code -}, {@code _} and {@code .}
 * @param dialects the inbound dialects whose requests and answers it passes through as they are; empty where it converts all
 */
public record AdapterDescriptor(String id, Set<Dialect> dialects) {
    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException if {@code id} has another form
     */
    public AdapterDescriptor {
        if (!id.matches("[a-z0-9][a-z0-9._-]{0,63}")) {
            throw new IllegalArgumentException("adapter id '" + id
                    + "' (expected: a lower-case letter or digit, then at most 63 of a-z, 0-9, '.', '_' and '-')");
        }
        dialects = Set.copyOf(dialects);
    }
}
