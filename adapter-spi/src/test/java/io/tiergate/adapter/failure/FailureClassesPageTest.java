package io.tiergate.adapter.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/failure-classes.md to the cases, so that it cannot go stale. To write it anew:
 *
 * <pre>./mvnw -pl adapter-spi test -Dtest=FailureClassesPageTest -Dtiergate.docs.write=true</pre>
 */
class FailureClassesPageTest {
    private static final Path PAGE = Path.of("..", "docs", "failure-classes.md");

    /** Longer answers are cut in the page. */
    private static final int SHOWN = 200;

    @Test
    void thePageSaysWhatTheCasesSay() throws IOException {
        String page = page();
        if (Boolean.getBoolean("tiergate.docs.write")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page, UTF_8);
        }
        assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(page);
    }

    @Test
    void noCaseIsToldTwice() {
        Set<String> seen = new HashSet<>();
        List<String> twice = FailureCases.all().stream()
                .map(c -> c.toString() + c.headers())
                .filter(c -> !seen.add(c))
                .toList();
        assertThat(twice).isEmpty();
    }

    private static String page() {
        StringBuilder page = new StringBuilder();
        page.append("""
                # What an upstream's answer means
                <!-- Made by FailureClassesPageTest from the cases beside it. Change those, not this. -->

                The classifier reads status, headers and body in this order: the adapter's own word, codes that decide alone,
                words in the message, codes that only name a status, the status. So a used-up balance is found before "too
                fast", and a prompt that is too long or filtered before "the caller's fault". Each row below is a test case.
                They are %s. Their clock stands at %s, so that a time
                in an answer can be shown as a wait.

                What follows from a class:

                | class | what cools down, unless the row says otherwise |
                | --- | --- |
                """.formatted(FailureCases.all().size(), FailureCase.NOW));
        for (FailureClass failureClass : FailureClass.values()) {
            page.append("| `%s` | %s |%n".formatted(failureClass.id(), cools(usualScope(failureClass))));
        }
        byUpstream().forEach((upstream, cases) -> section(page, upstream, cases));
        return page.toString().replace("\r\n", "\n");
    }

    private static Map<String, List<FailureCase>> byUpstream() {
        return FailureCases.all().stream()
                .collect(Collectors.groupingBy(FailureCase::upstream, LinkedHashMap::new, Collectors.toList()));
    }

    private static void section(StringBuilder page, String upstream, List<FailureCase> cases) {
        page.append("\n## ").append(upstream).append('\n');
        page.append("| HTTP | answer | class | cools down | wait |\n| --- | --- | --- | --- | --- |\n");
        for (FailureCase c : cases) {
            page.append("| %d | %s | `%s` | %s | %s |%n"
                    .formatted(
                            c.status(),
                            answer(c),
                            c.failureClass().id(),
                            cools(c.scope()),
                            c.retryAfter()
                                    .map(d -> d.toString().substring(2).toLowerCase(java.util.Locale.ROOT))
                                    .orElse("")));
        }
    }

    private static String answer(FailureCase c) {
        String headers = c.headers().entrySet().stream()
                .map(h -> code(h.getKey() + ": " + h.getValue().getFirst()) + " ")
                .collect(Collectors.joining());
        String body = c.body().isEmpty() ? "no body" : code(cut(c.body().replace("\n", " ")));
        return headers + body;
    }

    /** A span of code in Markdown that may hold backticks, in a table. */
    private static String code(String text) {
        return "`` " + text.replace("|", "\\|") + " ``";
    }

    private static String cut(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }

    private static FailureScope usualScope(FailureClass failureClass) {
        return FailureCase.at("", "").says(0, "", failureClass).scope();
    }

    private static String cools(FailureScope scope) {
        return switch (scope) {
            case NONE -> "nothing";
            case SOURCE_MODEL -> "source, model";
            case SOURCE_KEY -> "source, key";
            case SOURCE_KEY_MODEL -> "source, key, model";
        };
    }
}
