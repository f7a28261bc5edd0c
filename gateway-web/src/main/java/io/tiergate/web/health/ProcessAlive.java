package io.tiergate.web.health;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Up as long as the process can answer; depends on nothing else (S68). */
@Liveness
@ApplicationScoped
public class ProcessAlive implements HealthCheck {
    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.up("process");
    }
}
