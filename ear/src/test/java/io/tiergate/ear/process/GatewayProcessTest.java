package io.tiergate.ear.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The harness around the program, with a program of a few lines in the place of the real one. */
@Timeout(60)
class GatewayProcessTest {
    /** Serves 200 for whatever is asked, as {@code bin/tiergate run} does when all is well. */
    private static final String SERVER = """
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetSocketAddress;
            class Server {
                public static void main(String[] args) throws Exception {
                    int port = Integer.parseInt(System.getenv("HTTP_PORT"));
                    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
                    server.createContext("/", call -> { call.sendResponseHeaders(200, -1); call.close(); });
                    System.out.println("pid " + ProcessHandle.current().pid());
                    server.start();
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void startsReadsAndEndsTheProgramByItsProcess() throws IOException {
        Files.writeString(folder.resolve("Server.java"), SERVER);
        Program program = program("exec \"$JAVA_HOME/bin/java\" \"" + folder.resolve("Server.java") + "\"");

        ProcessHandle server;
        try (GatewayProcess gateway = GatewayProcess.start(program, "test-harness", "sources: []\n", Map.of())) {
            assertThat(gateway.get("/health/live")).isEqualTo(200);
            assertThat(gateway.outputFrom(0)).contains("pid " + gateway.pid());
            assertThat(gateway.home().resolve("config.yaml")).hasContent("sources: []");
            server = ProcessHandle.of(gateway.pid()).orElseThrow();
        }
        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void aProgramThatDoesNotServeIsAFailureWithItsOutput() throws IOException {
        Program program = program("echo \"$1 with $TIERGATE_HOME\"; exit 3");
        assertThatThrownBy(() -> GatewayProcess.start(program, "test-harness", "", Map.of()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("exited with 3")
                .hasMessageContaining("run with " + Path.of("").toAbsolutePath());
    }

    @Test
    void runsTheProgramToItsEndWithItsOwnVariablesOnly() throws IOException {
        Program program = program("echo \"$* $A $DASHSCOPE_API_KEYS\"; echo two >&2; exit 1");

        Program.Run run = program.run(Duration.ofSeconds(10), Map.of("A", "value"), "check", "file");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output()).isEqualTo("check file value \ntwo\n");
    }

    @Test
    void aProgramThatRunsTooLongIsEndedAndAFailure() throws IOException {
        Program program = program("echo waiting; exec sleep 100");
        assertThatThrownBy(() -> program.run(Duration.ofMillis(300), Map.of(), "check"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("still ran")
                .hasMessageContaining("waiting");
    }

    private Program program(String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("program/bin"));
        Path file = Files.writeString(bin.resolve("tiergate"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return Program.at(bin.getParent());
    }
}
