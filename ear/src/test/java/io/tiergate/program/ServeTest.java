package io.tiergate.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServeTest {
    @Test
    void freePortsAreNoProblem() {
        assertThat(Serve.problem(Map.of("HTTP_PORT", "0", "HTTPS_PORT", "0"))).isEmpty();
        assertThat(Serve.problem(Map.of("HTTP_PORT", "0", "BIND_ADDRESS", "*"))).isEmpty();
        assertThat(Serve.problem(Map.of("HTTP_PORT", "0", "BIND_ADDRESS", "0.0.0.0")))
                .isEmpty();
        assertThat(Serve.problem(Map.of("HTTP_PORT", "0", "HTTPS_PORT", "-1"))).isEmpty();
    }

    @Test
    void takenPortIsNamedWithItsVariable() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(other.getLocalPort());
            assertThat(Serve.problem(Map.of("HTTP_PORT", port)).orElseThrow())
                    .startsWith("cannot listen on port " + port + " of 127.0.0.1 (HTTP_PORT): ")
                    .endsWith("Stop what listens there, or set HTTP_PORT to a free port.");
            assertThat(Serve.problem(Map.of("HTTP_PORT", "0", "HTTPS_PORT", port))
                            .orElseThrow())
                    .contains("(HTTPS_PORT)");
        }
    }

    @Test
    void whatIsNoPortIsQuoted() {
        assertThat(Serve.problem(Map.of("HTTP_PORT", "90a")))
                .hasValue("HTTP_PORT is '90a' (expected: a port, 1 to 65535). Set it to a free port.");
        assertThat(Serve.problem(Map.of("HTTP_PORT", "65536"))).isPresent();
        assertThat(Serve.problem(Map.of("HTTP_PORT", "-2"))).isPresent();
    }

    @Test
    void addressOfAnotherMachineIsRefused() {
        assertThat(Serve.problem(Map.of("HTTP_PORT", "0", "BIND_ADDRESS", "192.0.2.1"))
                        .orElseThrow())
                .contains("192.0.2.1");
    }
}
