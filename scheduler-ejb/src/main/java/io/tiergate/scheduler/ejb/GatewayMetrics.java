package io.tiergate.scheduler.ejb;

import io.tiergate.adapter.failure.Failure;
import io.tiergate.scheduler.chain.Slot;
import io.tiergate.scheduler.dispatch.RequestListener;
import io.tiergate.scheduler.health.Cooldown;
import io.tiergate.scheduler.log.AttemptRecord;
import io.tiergate.scheduler.log.RequestLog;
import io.tiergate.scheduler.log.RequestRecord;
import io.tiergate.scheduler.state.StateWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.metrics.Counter;
import org.eclipse.microprofile.metrics.Metadata;
import org.eclipse.microprofile.metrics.MetadataBuilder;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;
import org.eclipse.microprofile.metrics.Timer;

/**
 * The metrics of SPEC 13. Labels come from the configuration and from closed sets, never from a request. Meters are looked up
 * once each and kept. Thread-safe.
 */
final class GatewayMetrics implements RequestListener {
    private record RequestKey(String dialect, String outcome) {}

    private record AttemptKey(String source, String model, String failureClass) {}

    private final MetricRegistry registry;
    private final Map<RequestKey, Counter> requests = new ConcurrentHashMap<>();
    private final Map<AttemptKey, Counter> attempts = new ConcurrentHashMap<>();
    private final Map<AttemptKey, Counter> cooldowns = new ConcurrentHashMap<>();
    private final Counter promptTokens;
    private final Counter completionTokens;
    private final Counter probes;
    private final Timer firstEvent;

    GatewayMetrics(MetricRegistry registry, RequestLog log, StateWriter state) {
        this.registry = registry;
        this.promptTokens = tokens("prompt");
        this.completionTokens = tokens("completion");
        this.probes = registry.counter(named("tiergate_probes_total", "Probes and trials after a window.")
                .build());
        this.firstEvent =
                registry.timer(named("tiergate_time_to_first_token", "From a request to the first event of its stream.")
                        .build());
        registry.gauge(
                named("tiergate_request_log_dropped", "Records of the request log that were dropped.")
                        .build(),
                log,
                RequestLog::dropped);
        registry.gauge(
                named("tiergate_state_write_trouble", "1 while the state file cannot be written, else 0.")
                        .build(),
                state,
                s -> s.trouble().isPresent() ? 1 : 0);
    }

    @Override
    public void ended(RequestRecord request) {
        requests.computeIfAbsent(
                        new RequestKey(request.dialect(), request.outcome().id()), this::requestCounter)
                .inc();
        for (AttemptRecord attempt : request.attempts()) {
            String failureClass = attempt.failureClass() == null ? "ok" : attempt.failureClass();
            attempts.computeIfAbsent(
                            new AttemptKey(attempt.source(), attempt.model(), failureClass), this::attemptCounter)
                    .inc();
            if (attempt.probe()) {
                probes.inc();
            }
        }
        if (request.usage() != null) {
            promptTokens.inc(request.usage().prompt());
            completionTokens.inc(request.usage().completion());
        }
        if (request.ttftMillis() >= 0) {
            firstEvent.update(Duration.ofMillis(request.ttftMillis()));
        }
    }

    @Override
    public void cooldownOpened(Slot slot, Cooldown window, Failure failure) {
        cooldowns
                .computeIfAbsent(
                        new AttemptKey(
                                slot.source().name(),
                                slot.model().id(),
                                window.cause().id()),
                        k -> counter("tiergate_cooldowns_total", "Cooldowns opened.", k))
                .inc();
    }

    private Counter requestCounter(RequestKey key) {
        return registry.counter(
                named("tiergate_requests_total", "Requests by how they ended.").build(),
                new Tag("dialect", key.dialect()),
                new Tag("outcome", key.outcome()));
    }

    private Counter attemptCounter(AttemptKey key) {
        return counter("tiergate_attempts_total", "Upstream calls by failure class; ok where they served.", key);
    }

    private Counter counter(String name, String description, AttemptKey key) {
        return registry.counter(
                named(name, description).build(),
                new Tag("source", key.source()),
                new Tag("model", key.model()),
                new Tag("class", key.failureClass()));
    }

    private Counter tokens(String kind) {
        return registry.counter(
                named("tiergate_tokens_total", "Tokens as the upstreams reported them, else estimated.")
                        .build(),
                new Tag("kind", kind));
    }

    private static MetadataBuilder named(String name, String description) {
        return Metadata.builder().withName(name).withDescription(description);
    }
}
