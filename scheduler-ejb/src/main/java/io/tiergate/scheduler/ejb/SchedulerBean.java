package io.tiergate.scheduler.ejb;

import io.tiergate.scheduler.GatewayRequest;
import io.tiergate.scheduler.Outcome;
import io.tiergate.scheduler.Scheduler;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.List;
import org.eclipse.microprofile.metrics.MetricRegistry;

/** The scheduler as the one instance of this application. Translates only; the {@link SchedulerAssembly} does the work. */
@Singleton
@Startup
@ConcurrencyManagement(
        ConcurrencyManagementType
                .BEAN) // the dispatcher is thread-safe; container locks would run one request at a time
@TransactionManagement(
        TransactionManagementType.BEAN) // no JTA transaction a request, and none that times out under a long answer
public class SchedulerBean implements Scheduler {
    @Inject
    private MetricRegistry metrics;

    private SchedulerAssembly assembly;
    private volatile boolean ready;

    @PostConstruct
    void start() {
        assembly = SchedulerAssembly.assemble(metrics);
        ready = true;
    }

    @PreDestroy
    void stop() {
        ready = false;
        assembly.close();
    }

    @Override
    public Outcome dispatch(GatewayRequest request) {
        return assembly.dispatcher().dispatch(request);
    }

    @Override
    public List<String> models() {
        return assembly.dispatcher().models();
    }

    @Override
    public boolean ready() {
        return ready;
    }
}
