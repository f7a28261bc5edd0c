package io.tiergate.scheduler.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** A jar with one adapter factory, compiled from source as an author's would be. */
final class AdapterJar {
    private AdapterJar() {}

    /**
     * Writes a jar into a folder.
     *
     * @param spiMajor the expression that its {@code spiMajor()} returns
     * @param id its adapter's id
     * @param looksFor the class that its adapter looks for when it is used
     */
    static void write(Path folder, String file, String spiMajor, String id, String looksFor) throws IOException {
        Path work = Files.createTempDirectory("adapter-jar");
        Path source = work.resolve("Factory.java");
        Files.writeString(source, """
            package author;

            import io.tiergate.adapter.*;
            import io.tiergate.adapter.exchange.*;
            import java.util.*;
            import tools.jackson.databind.JsonNode;

            public final class Factory implements AdapterFactory {
                public int spiMajor() { return %s; }
                public List<Adapter> adapters() { return List.of(new Echo()); }

                static final class Echo implements Adapter {
                    private final AdapterDescriptor descriptor = new AdapterDescriptor("%s", Set.of());
                    public AdapterDescriptor descriptor() { return descriptor; }
                    public UpstreamRequest request(NeutralRequest request, SourceView source) {
                        throw new IllegalStateException(sees("%s"));
                    }
                    public JsonNode response(UpstreamResponse response, SourceView source) { return null; }
                    public StreamReader streamReader(NeutralRequest request, SourceView source) { return null; }
                    private static String sees(String name) {
                        try { return Class.forName(name).getName(); } catch (ClassNotFoundException e) { return "not seen"; }
                    }
                }
            }
            """.formatted(spiMajor, id, looksFor));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        OutputStream.nullOutputStream(),
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        work.toString(),
                        source.toString());
        assertThat(status).isZero();
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve(file)))) {
            for (String name : new String[] {"author/Factory.class", "author/Factory$Echo.class"}) {
                jar.putNextEntry(new JarEntry(name));
                Files.copy(work.resolve(name), jar);
            }
            jar.putNextEntry(new JarEntry("META-INF/services/io.tiergate.adapter.AdapterFactory"));
            jar.write("author.Factory".getBytes(StandardCharsets.UTF_8));
        }
    }
}
