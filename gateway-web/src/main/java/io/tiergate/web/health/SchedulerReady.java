package io.tiergate.web.health;

import io.tiergate.scheduler.Scheduler;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Up once the scheduler has a configuration, down while it drains. */
@Readiness
@ApplicationScoped
public class SchedulerReady implements HealthCheck {
    @EJB
    private Scheduler scheduler;

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("scheduler").status(scheduler.ready()).build();
    }
}
