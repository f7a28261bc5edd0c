package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC 1 and 12: a template is every field of a source but its name and keys. */
class TemplatesTest {
    @TempDir
    Path home;

    @Test
    void aTemplateNeedsNothingAndMakesNoSource() {
        assertThat(Load.in(home)
                        .config("source_templates: {a: {}, b: {base_url: 'https://a.test'}}")
                        .bound()
                        .sources())
                .isEmpty();
        assertThat(Load.in(home)
                        .config("source_templates: [{name: a, weight: 2}]")
                        .bound()
                        .sources())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            api_key: sk-1                     | GW1020 source_templates.t.api_key: a credential in a template (expected: none)
            api_keys: [sk-1]                  | GW1020 source_templates.t.api_keys: a credential in a template (expected: none)
            headers: {authorization: sk-1}    | GW1020 source_templates.t.headers.authorization: a credential in a template (expected: none)
            headers: {X-Api-Key: sk-1}        | GW1020 source_templates.t.headers.X-Api-Key: a credential in a template (expected: none)
            retries: -1                       | GW1014 source_templates.t.retries: -1 (expected: >= 0)
            base_url: ftp://a                 | GW1021 source_templates.t.base_url: ftp as scheme (expected: http or https)
            colour: red                       | GW1010 source_templates.t.colour: a key that nobody knows
            """)
    void aTemplateIsCheckedLikeASourceAndHoldsNoCredential(String line, String message) {
        assertThat(Load.errors(Load.yaml(home, "source_templates:\n  t:\n    " + line + "\n")))
                .singleElement()
                .asString()
                .startsWith(message)
                .doesNotContain("sk-1");
    }
}
