package io.tiergate.scheduler.state;

/**
 * A cursor.
 *
 * @param value its text, a number as a rule
 * @param updatedAt its last move; Unix ms
 */
public record RuntimeValue(String value, long updatedAt) {}
