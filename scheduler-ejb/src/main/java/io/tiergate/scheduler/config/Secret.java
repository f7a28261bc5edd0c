package io.tiergate.scheduler.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A credential. Its text comes out by {@link #reveal()} only: {@code toString} and error messages hide it. */
public final class Secret {
    private final String text;

    /** Takes a credential as it is sent: neither empty nor with control characters.
     *
     * @throws IllegalArgumentException if it is; the message does not hold the text */
    public Secret(String text) {
        if (text.isEmpty() || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a secret is empty or holds a control character");
        }
        this.text = text;
    }

    /** Returns the text, for the one place that sends or hashes it. */
    public String reveal() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret
                && MessageDigest.isEqual(
                        text.getBytes(StandardCharsets.UTF_8), secret.text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
