package io.tiergate.scheduler.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tiergate.adapter.Adapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SPEC 11: drop-in jars beside the built-in adapters. */
class AdapterCatalogueTest {
    private static final String THIS_SPI = "AdapterSpi.MAJOR";

    @TempDir
    private Path folder;

    private AdapterCatalogue catalogue() {
        return AdapterCatalogue.load(folder, AdapterCatalogueTest.class.getClassLoader());
    }

    private Adapter adapter(String id) {
        return catalogue().find(id).orElseThrow();
    }

    @Test
    void jarInTheFolderBringsItsAdapter() throws IOException {
        AdapterJar.write(folder, "echo.jar", THIS_SPI, "echo", "java.lang.String");
        assertThat(catalogue().ids()).contains("echo", "openai");
        assertThat(catalogue().problems()).isEmpty();
    }

    @Test
    void jarSeesTheSpiAndJacksonAndNothingElseOfTheGateway() throws IOException {
        for (String seen : new String[] {"io.tiergate.adapter.Adapter", "tools.jackson.databind.JsonNode"}) {
            AdapterJar.write(folder, "echo.jar", THIS_SPI, "echo", seen);
            assertThatThrownBy(() -> adapter("echo").request(null, null)).hasMessage(seen);
        }
        for (String hidden :
                new String[] {"io.tiergate.scheduler.config.Secret", "io.tiergate.adapters.openai.OpenAiAdapter"}) {
            AdapterJar.write(folder, "echo.jar", THIS_SPI, "echo", hidden);
            assertThatThrownBy(() -> adapter("echo").request(null, null)).hasMessage("not seen");
        }
    }

    @Test
    void jarBuiltAgainstANewerSpiIsRefusedAndHarmsNothingElse() throws IOException {
        AdapterJar.write(folder, "newer.jar", "AdapterSpi.MAJOR + 1", "newer", "java.lang.String");
        assertThat(catalogue().ids()).contains("openai").doesNotContain("newer");
        assertThat(catalogue().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.file()).isEqualTo("newer.jar");
            assertThat(problem.message())
                    .contains("GW2003 author.Factory was built against adapter SPI 2, this gateway has 1");
        });
    }

    @Test
    void jarWithABadAdapterIsReportedWithFileAndCauseAndHarmsNothingElse() throws IOException {
        AdapterJar.write(folder, "bad.jar", THIS_SPI, "Not An Id", "java.lang.String");
        AdapterJar.write(folder, "echo.jar", THIS_SPI, "echo", "java.lang.String");
        assertThat(catalogue().ids()).contains("openai", "echo");
        assertThat(catalogue().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.file()).isEqualTo("bad.jar");
            assertThat(problem.message()).contains("GW2002 author.Factory").contains("adapter id 'Not An Id'");
        });
    }

    @Test
    void fileThatIsNoJarIsReported() throws IOException {
        Files.writeString(folder.resolve("text.jar"), "no zip");
        assertThat(catalogue().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("GW2005 the jar cannot be read"));
    }

    @Test
    void adapterThatNobodyHasIsNamedWithItsSourceAndThoseThatAreHere() {
        assertThat(catalogue().missing(Map.of("a", "openai", "b", "opnai")))
                .singleElement()
                .asString()
                .startsWith("GW2006 source b: adapter 'opnai' is not here (expected: one of ")
                .contains("openai")
                .endsWith("Name one of these, or put its file into the adapter folder.");
    }
}
