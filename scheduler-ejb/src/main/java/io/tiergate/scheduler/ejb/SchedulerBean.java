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
import java.net.URI;
import java.util.List;
import java.util.Optional;
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
    /** Set by the program: a gateway that cannot start ends the process. Elsewhere the application fails and the server lives on. */
    private static final String EXIT_WHEN_START_FAILS = "tiergate.exit_when_start_fails";

    private static final System.Logger LOG = System.getLogger(SchedulerBean.class.getName());

    @Inject
    private MetricRegistry metrics;

    private SchedulerAssembly assembly;
    private volatile boolean ready;
    private volatile WarmUpScheduler warmUp;

    @PostConstruct
    void start() {
        try {
            assembly = SchedulerAssembly.assemble(metrics);
        } catch (RuntimeException e) {
            if (Boolean.getBoolean(EXIT_WHEN_START_FAILS)) {
                LOG.log(System.Logger.Level.ERROR, e.getMessage());
                // on a thread of its own: the server's shutdown waits for this start to end
                Thread.ofPlatform().name("tiergate-exit").start(() -> System.exit(1));
            }
            throw e;
        }
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
    public void beginWarmUp(URI upstream) {
        warmUp = assembly.warmUp(upstream);
    }

    @Override
    public Optional<Outcome> dispatchWarmUp(GatewayRequest request) {
        return Optional.ofNullable(warmUp).map(w -> w.dispatcher().dispatch(request));
    }

    @Override
    public void endWarmUp() {
        WarmUpScheduler ended = warmUp;
        warmUp = null;
        if (ended != null) {
            ended.close();
        }
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
