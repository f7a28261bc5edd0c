package io.tiergate.ear.scenario;

import io.tiergate.ear.process.GatewayProcess;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Prints what the server printed during a test that failed. */
abstract class ServerOutput implements BeforeEachCallback, TestWatcher {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(ServerOutput.class);

    private final Supplier<GatewayProcess> gateway;

    ServerOutput(Supplier<GatewayProcess> gateway) {
        this.gateway = gateway;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        context.getStore(NAMESPACE).put("start", gateway.get().outputLength());
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        Integer start = context.getStore(NAMESPACE).get("start", Integer.class);
        if (start != null) {
            System.out.printf(
                    "--- the server printed during %s:%n%s---%n",
                    context.getDisplayName(), gateway.get().outputFrom(start));
        }
    }
}
