package io.tiergate.adapter.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.exchange.Headers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No rule without a case: else the page would not show all that the classifier does. */
class RuleCoverageTest {
    /** An error as the rules see it, and the class that its case asks for. */
    private record Seen(Evidence evidence, FailureClass failureClass) {}

    private final List<Seen> seen =
            FailureCases.all().stream().flatMap(RuleCoverageTest::seen).toList();

    private static Stream<Seen> seen(FailureCase c) {
        ErrorBody outer = ErrorBody.read(c.signal().body(), Headers.of(c.headers()));
        return Stream.iterate(outer, body -> body != null, ErrorBody::inner)
                .map(body -> new Seen(Evidence.of(body, c.status(), c.host()), c.failureClass()));
    }

    @Test
    void everyCodeHasACase() {
        List<String> untold = CodeRules.RULES.stream()
                .flatMap(rule -> rule.codes().stream()
                        .filter(code -> seen.stream()
                                .noneMatch(
                                        s -> s.failureClass() == rule.verdict().failureClass()
                                                && rule.holds(s.evidence())
                                                && s.evidence().codes().stream().anyMatch(c -> matches(code, c)))))
                .toList();
        assertThat(untold).isEmpty();
    }

    private static boolean matches(String rule, String code) {
        return rule.endsWith("*") ? code.startsWith(rule.substring(0, rule.length() - 1)) : code.equals(rule);
    }

    @Test
    void everyPhraseHasACase() {
        List<String> untold = KeywordRules.RULES.stream()
                .flatMap(rule -> rule.words().stream()
                        .filter(phrase -> seen.stream()
                                .noneMatch(
                                        s -> s.failureClass() == rule.verdict().failureClass()
                                                && rule.where()
                                                        .contains(StatusFamily.of(
                                                                s.evidence().status()))
                                                && phrase.standsIn(s.evidence().text())))
                        .map(phrase -> rule.verdict().failureClass() + ": " + phrase.all()))
                .toList();
        assertThat(untold).isEmpty();
    }

    @Test
    void everyNameOfAStatusHasACase() {
        List<String> untold = StatusNames.all()
                .filter(name -> seen.stream()
                        .noneMatch(s -> s.evidence().codes().stream().anyMatch(c -> c.startsWith(name))))
                .toList();
        assertThat(untold).isEmpty();
    }
}
