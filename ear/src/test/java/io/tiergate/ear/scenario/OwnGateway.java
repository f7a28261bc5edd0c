package io.tiergate.ear.scenario;

import io.tiergate.ear.process.GatewayProcess;
import io.tiergate.ear.process.Program;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server for one test class, with a configuration that the shared one cannot have. A static {@code @RegisterExtension} field. */
final class OwnGateway extends ServerOutput implements BeforeAllCallback, AfterAllCallback {
    private static final class Running {
        private GatewayProcess process;
    }

    private final String name;
    private final String config;
    private final Running running;

    private OwnGateway(String name, String config, Running running) {
        super(() -> running.process);
        this.name = name;
        this.config = config;
        this.running = running;
    }

    /** Returns an extension that starts a server with this config.yaml before the class and ends it after. */
    static OwnGateway with(String name, String config) {
        return new OwnGateway(name, config, new Running());
    }

    /** Returns the running server. */
    GatewayProcess process() {
        return running.process;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        running.process = GatewayProcess.start(Program.underTest(), name, config, Map.of());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (running.process != null) {
            running.process.close();
        }
    }
}
