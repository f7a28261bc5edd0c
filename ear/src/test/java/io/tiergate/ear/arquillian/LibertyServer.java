package io.tiergate.ear.arquillian;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Writes the files of the server that Arquillian starts, before it does: the features of the program's own server.xml, a free
 * port, this JVM's Java, a home. Once for all classes, as Arquillian starts it once.
 */
final class LibertyServer implements BeforeAllCallback {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path HOME = TARGET.resolve("arquillian/home");
    private static final Path USR = TARGET.resolve("arquillian/usr");

    private static boolean written;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        boolean inTheServer =
                !Files.exists(TARGET.resolve("tiergate.ear")); // runs there too, with the class under test
        if (!written && !inTheServer) {
            write();
            written = true;
        }
    }

    /** Replaces the configuration that the next deployment of the EAR reads. */
    static void configure(String configYaml, String runtimeJson) {
        try {
            Files.createDirectories(HOME);
            Files.writeString(HOME.resolve("config.yaml"), configYaml);
            Files.writeString(HOME.resolve("runtime.json"), runtimeJson);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the EAR as the build made it. */
    static EnterpriseArchive ear() {
        return ShrinkWrap.create(ZipImporter.class, "tiergate.ear")
                .importFrom(TARGET.resolve("tiergate.ear").toFile())
                .as(EnterpriseArchive.class);
    }

    /** Returns what the server has logged so far. */
    static String messages() throws IOException {
        return Files.readString(
                server(System.getProperty("arquillian.liberty.server")).resolve("logs/messages.log"));
    }

    private static void write() throws IOException {
        int port = freePort();
        String name = "tiergate-" + port; // the container finds its process by this name: its own in every clone
        Path server = server(name);
        Files.createDirectories(server);
        Files.writeString(server.resolve("server.xml"), """
                <server>
                  <featureManager>
                    %s
                  </featureManager>
                  <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="%d" httpsPort="-1"/>
                  <webContainer skipEncodedCharVerification="true"/>
                  <applicationMonitor updateTrigger="mbean" dropinsEnabled="false"/>
                  <ltpa keysPassword="only-for-tests"/>
                </server>
                """.formatted(features(), port));
        Files.writeString(server.resolve("server.env"), """
                JAVA_HOME=%s
                TIERGATE_HOME=%s
                """.formatted(System.getProperty("java.home"), HOME));
        Files.writeString(server.resolve("jvm.options"), "-Xmx384m\n");
        System.setProperty(
                "arquillian.liberty.home", TARGET.resolve("openliberty/wlp").toString());
        System.setProperty("arquillian.liberty.usr", USR.toString());
        System.setProperty("arquillian.liberty.server", name);
        System.setProperty("arquillian.liberty.port", Integer.toString(port));
    }

    private static Path server(String name) {
        return USR.resolve("servers").resolve(name);
    }

    /** Returns the feature elements of the program's server, and the one that Arquillian needs. */
    private static String features() throws IOException {
        String configuration = Files.readString(Path.of("../liberty-config/server.xml"));
        return Pattern.compile("<feature>[^<]+</feature>")
                .matcher(configuration)
                .results()
                .map(feature -> feature.group())
                .collect(Collectors.joining("\n    ", "", "\n    <feature>localConnector-1.0</feature>"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
