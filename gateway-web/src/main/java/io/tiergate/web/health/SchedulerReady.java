package io.tiergate.web.health;

import io.tiergate.scheduler.Scheduler;
import io.tiergate.web.warmup.WarmUp;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Up once the scheduler has a configuration and the server is warm, down while it drains. */
@Readiness
@ApplicationScoped
public class SchedulerReady implements HealthCheck {
    @EJB
    private Scheduler scheduler;

    @Inject
    private WarmUp warmUp;

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("scheduler")
                .status(scheduler.ready() && warmUp.over())
                .build();
    }
}
