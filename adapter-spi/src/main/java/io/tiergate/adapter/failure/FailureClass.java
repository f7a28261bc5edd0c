package io.tiergate.adapter.failure;

import java.util.Locale;
import java.util.Optional;

/** The classes of SPEC section 5. Their {@linkplain #id() ids} stand in logs, metrics, error bodies and Lua's answers. */
public enum FailureClass {
    /** No whole answer came (connect, reset, timeout, cut stream), or the upstream is broken or overloaded (5xx). */
    TRANSPORT,
    /** The credential is refused; an operator must act. */
    CREDENTIALS,
    /** Too fast. Says nothing about the source's health. */
    RATE_LIMITED,
    /** Money or a quota is used up until its reset. */
    QUOTA_USED_UP,
    /** The free allowance of this model is used up for this key. */
    FREE_TIER_USED_UP,
    /** The source does not have this model. */
    MODEL_MISSING,
    /** The prompt is longer than this model takes. */
    CONTEXT_TOO_LONG,
    /** A content filter refused prompt or answer. */
    CONTENT_FILTERED,
    /** The request itself is at fault and would fail everywhere. */
    CALLER_FAULT,
    /** The client left. */
    CLIENT_GONE;

    private final String id = name().toLowerCase(Locale.ROOT);

    /** Returns its name outside Java: {@code rate_limited}. */
    public String id() {
        return id;
    }

    /** Returns the class with this id, in any case. */
    public static Optional<FailureClass> ofId(String id) {
        for (FailureClass c : values()) {
            if (c.id.equalsIgnoreCase(id)) {
                return Optional.of(c);
            }
        }
        return Optional.empty();
    }
}
