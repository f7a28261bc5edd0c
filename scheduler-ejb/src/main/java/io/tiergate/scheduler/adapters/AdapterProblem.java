package io.tiergate.scheduler.adapters;

/**
 * An adapter file that could not be used. Harms nothing else.
 *
 * @param file its name
 * @param message what is wrong and how to mend it
 */
public record AdapterProblem(String file, String message) {}
