package io.tiergate.adapter.failure;

/** What a status means where neither a code nor a word says more. */
final class StatusDefaults {
    private StatusDefaults() {}

    /**
     * Returns the class that a status stands for.
     *
     * @param status 0 for an error inside a 200 that names none
     * @param param the request's field that the upstream names, or null
     * @param host the source's host, in lower case
     */
    static FailureClass of(int status, String param, String host) {
        return switch (status) {
            case 401, 434 -> FailureClass.CREDENTIALS; // 434: Zhipu's "no API permission"
            // Together answers 403 where prompt and max_tokens are over the window (docs.together.ai, "Error codes").
            case 403 -> host.contains("together") ? FailureClass.CONTEXT_TOO_LONG : FailureClass.CREDENTIALS;
            // 412: Fireworks' suspended or capped account (docs.fireworks.ai, "Inference error codes").
            case 402, 412 -> FailureClass.QUOTA_USED_UP;
            case 404 -> namesAnotherField(param) ? FailureClass.CALLER_FAULT : FailureClass.MODEL_MISSING;
            case 429 -> FailureClass.RATE_LIMITED;
            case 451 -> FailureClass.CONTENT_FILTERED;
            // 498: a deny-listed word at Cohere, no capacity in Groq's flex tier.
            case 498 -> host.contains("cohere") ? FailureClass.CONTENT_FILTERED : FailureClass.TRANSPORT;
            case 499 -> FailureClass.CLIENT_GONE;
            case 407, 408, 409, 421, 424, 425 -> FailureClass.TRANSPORT;
            default -> status >= 400 && status < 500 ? FailureClass.CALLER_FAULT : FailureClass.TRANSPORT;
        };
    }

    /** Returns the status to report for an error inside a 200 that names none: what a client understands by this class. */
    static int fitting(FailureClass failureClass) {
        return switch (failureClass) {
            case TRANSPORT -> 502;
            case CREDENTIALS -> 401;
            case RATE_LIMITED, QUOTA_USED_UP -> 429;
            case FREE_TIER_USED_UP -> 403;
            case MODEL_MISSING -> 404;
            case CONTEXT_TOO_LONG, CONTENT_FILTERED, CALLER_FAULT -> 400;
            case CLIENT_GONE -> 499;
        };
    }

    private static boolean namesAnotherField(String param) {
        return param != null && !param.isBlank() && !param.equals("null") && !param.equals("model");
    }
}
