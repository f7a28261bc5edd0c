package io.tiergate.adapter.failure;

import java.util.Locale;
import java.util.Optional;

/** Finds what an answer means: SPEC section 5's order of rules. */
final class AnswerRules {
    /** A status that many give to everything, as a code: it says nothing where HTTP says something else. */
    private static final int VAGUE_CALLER = 400;

    private static final int VAGUE_SERVER = 500;

    private AnswerRules() {}

    static Verdict decide(FailureSignal signal, ErrorBody body, Evidence seen) {
        if (body.form() == AnswerBody.Form.WEB_PAGE) {
            return webPage(signal, body);
        }
        if (subscriptionWindowUsedUp(signal)) {
            return Verdict.of(FailureClass.QUOTA_USED_UP);
        }
        return decide(body, seen, signal);
    }

    private static Verdict decide(ErrorBody body, Evidence seen, FailureSignal signal) {
        Optional<Verdict> byCode = CodeRules.decide(seen);
        if (byCode.isPresent()) {
            return byCode.get();
        }
        if (body.inner() != null) {
            Evidence inner = Evidence.of(body.inner(), signal.status(), signal.host());
            Verdict carried = decide(body.inner(), inner, signal);
            // What a supplier of theirs refuses says nothing about this key's other models.
            return body.isOfSupplier() && carried.scope() == FailureScope.SOURCE_KEY
                    ? carried.forModelOfKey()
                    : carried;
        }
        return KeywordRules.decide(seen).orElseGet(() -> byStatus(body, seen));
    }

    private static Verdict byStatus(ErrorBody body, Evidence seen) {
        int status = seen.status();
        int named = StatusNames.of(seen.codes());
        // 402 keeps its word: Google calls a prepaid account that is empty RESOURCE_EXHAUSTED.
        if (named != 0 && named != VAGUE_CALLER && named != VAGUE_SERVER && status != 402) {
            status = named;
        }
        if (status == 0 && body.form() == AnswerBody.Form.NONE) {
            return Verdict.of(FailureClass.TRANSPORT);
        }
        return Verdict.of(StatusDefaults.of(status, seen.param(), seen.host()));
    }

    /** A page instead of JSON: a wall before the source, or a base URL that leads to a web site. */
    private static Verdict webPage(FailureSignal signal, ErrorBody body) {
        int status = signal.status();
        if (status < 300) {
            return Verdict.of(FailureClass.CREDENTIALS); // an operator must mend the base URL
        }
        boolean wall = signal.headers().first("cf-mitigated").isPresent()
                || body.message().contains("challenge-platform")
                || body.message().toLowerCase(Locale.ROOT).contains("cloudflare");
        boolean refused = status == 401 || status == 403;
        return wall && refused
                ? Verdict.of(FailureClass.TRANSPORT)
                : Verdict.of(StatusDefaults.of(status, null, signal.host()));
    }

    /** Anthropic's subscriptions answer 429 for a used-up window of five hours or seven days. */
    private static boolean subscriptionWindowUsedUp(FailureSignal signal) {
        return signal.status() == 429
                && signal.headers()
                        .first("anthropic-ratelimit-unified-status")
                        .map("rejected"::equalsIgnoreCase)
                        .orElse(false);
    }

    /** Returns our own words for an answer without any. */
    static String ownMessage(int status, AnswerBody.Form form) {
        if (form == AnswerBody.Form.WEB_PAGE) {
            return status < 300
                    ? "the upstream answered with a web page; the base URL may lack its /v1"
                    : "the upstream answered " + status + " with a web page";
        }
        if (status >= 300 && status < 400) {
            return "the upstream answered " + status + ", a redirect, which is not followed";
        }
        if (status < 300) {
            return form == AnswerBody.Form.NONE
                    ? "the upstream's answer was empty"
                    : "the upstream reported an error without a message";
        }
        return "the upstream answered " + status + " without a message";
    }
}
