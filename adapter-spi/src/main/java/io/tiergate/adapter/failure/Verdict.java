package io.tiergate.adapter.failure;

import java.time.ZoneId;

/**
 * What a rule says of a failure.
 *
 * @param scope what cools down
 * @param resetsAtMidnightIn the zone whose next midnight ends it, for limits per day of which the upstream names no end or a wrong
 *     one; null for all others
 */
record Verdict(FailureClass failureClass, FailureScope scope, ZoneId resetsAtMidnightIn) {
    /** Returns the class with its scope of SPEC section 5. */
    static Verdict of(FailureClass failureClass) {
        return of(failureClass, usualScope(failureClass));
    }

    static Verdict of(FailureClass failureClass, FailureScope scope) {
        return new Verdict(failureClass, scope, null);
    }

    /** Returns the same for this key's use of this model only. */
    Verdict forModelOfKey() {
        return new Verdict(failureClass, FailureScope.SOURCE_KEY_MODEL, resetsAtMidnightIn);
    }

    Verdict untilMidnight(ZoneId zone) {
        return new Verdict(failureClass, scope, zone);
    }

    /** Returns this where it is of the class that an adapter named, else that class with its usual scope. */
    Verdict as(FailureClass named) {
        return named == failureClass ? this : of(named);
    }

    private static FailureScope usualScope(FailureClass failureClass) {
        return switch (failureClass) {
            case TRANSPORT, MODEL_MISSING -> FailureScope.SOURCE_MODEL;
            case CREDENTIALS, QUOTA_USED_UP -> FailureScope.SOURCE_KEY;
            case RATE_LIMITED, FREE_TIER_USED_UP -> FailureScope.SOURCE_KEY_MODEL;
            case CONTEXT_TOO_LONG, CONTENT_FILTERED, CALLER_FAULT, CLIENT_GONE -> FailureScope.NONE;
        };
    }
}
