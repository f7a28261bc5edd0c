package io.tiergate.adapter.failure;

import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/**
 * What certain codes mean.
 *
 * @param codes the codes; a {@code *} at the end stands for any rest
 * @param text words of which one must stand in the message too, or empty where the code says it all
 * @param dashScopeOnly whether it holds at DashScope only
 * @param status the status it holds for, or 0 for any
 */
record CodeRule(Verdict verdict, List<String> codes, List<Phrase> text, boolean dashScopeOnly, int status) {
    static CodeRule is(FailureClass failureClass, String... codes) {
        List<String> lowerCase =
                List.of(codes).stream().map(c -> c.toLowerCase(Locale.ROOT)).toList();
        return new CodeRule(Verdict.of(failureClass), lowerCase, List.of(), false, 0);
    }

    CodeRule forModelOfKey() {
        return new CodeRule(verdict.forModelOfKey(), codes, text, dashScopeOnly, status);
    }

    CodeRule untilMidnight(ZoneId zone) {
        return new CodeRule(verdict.untilMidnight(zone), codes, text, dashScopeOnly, status);
    }

    CodeRule where(List<Phrase> words) {
        return new CodeRule(verdict, codes, words, dashScopeOnly, status);
    }

    CodeRule onDashScope() {
        return new CodeRule(verdict, codes, text, true, status);
    }

    CodeRule at(int onlyStatus) {
        return new CodeRule(verdict, codes, text, dashScopeOnly, onlyStatus);
    }

    boolean holds(Evidence seen) {
        return (status == 0 || status == seen.status())
                && (!dashScopeOnly || seen.fromDashScope())
                && (text.isEmpty() || Phrase.any(text, seen.text()));
    }
}
