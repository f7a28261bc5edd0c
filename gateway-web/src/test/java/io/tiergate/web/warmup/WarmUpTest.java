package io.tiergate.web.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the warm-up finds its own server: by the variables that server.xml reads. */
class WarmUpTest {
    private static String server(Map<String, String> environment) {
        var server = WarmUp.server(environment);
        return server.getHostString() + ":" + server.getPort();
    }

    @Test
    void defaultIsLoopback9080() {
        assertThat(server(Map.of())).isEqualTo("127.0.0.1:9080");
    }

    @Test
    void serverThatListensEverywhereIsCalledOnLoopback() {
        assertThat(server(Map.of("HTTP_PORT", "81", "BIND_ADDRESS", "0.0.0.0"))).isEqualTo("127.0.0.1:81");
        assertThat(server(Map.of("HTTP_PORT", "81", "BIND_ADDRESS", "*"))).isEqualTo("127.0.0.1:81");
    }

    @Test
    void portThatIsNoneOrTheServersChoiceMeansNoWarmUp() {
        assertThat(server(Map.of("HTTP_PORT", "-1"))).endsWith(":0");
        assertThat(server(Map.of("HTTP_PORT", "0"))).endsWith(":0");
    }
}
