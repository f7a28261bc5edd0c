package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.Dialect;
import io.tiergate.scheduler.GatewayRequest;
import io.tiergate.scheduler.Outcome;
import io.tiergate.scheduler.Outcome.GatewayError;
import io.tiergate.scheduler.Route;
import io.tiergate.scheduler.config.ModelKind;
import io.tiergate.scheduler.log.RequestOutcome;
import io.tiergate.scheduler.resolve.Resolution;
import io.tiergate.scheduler.time.TimeSource;
import io.tiergate.scheduler.upstream.Upstream;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/** Serves requests. Thread-safe; holds no lock while it waits for an upstream. */
public final class Dispatcher {
    private final AtomicReference<Snapshot> snapshot;
    private final Upstream upstream;
    private final TimeSource time;
    private final RandomGenerator random;
    private final RequestListener listener;

    /**
     * Wires a dispatcher.
     *
     * @param random for the pause before a same-source retry; thread-safe
     */
    public Dispatcher(
            Snapshot first, Upstream upstream, TimeSource time, RandomGenerator random, RequestListener listener) {
        this.snapshot = new AtomicReference<>(first);
        this.upstream = upstream;
        this.time = time;
        this.random = random;
        this.listener = listener;
    }

    /** Has the requests that come from now on read another snapshot; those under way keep theirs. */
    public void replace(Snapshot next) {
        snapshot.set(next);
    }

    /** Returns the snapshot that a request would read now. */
    public Snapshot snapshot() {
        return snapshot.get();
    }

    /** Returns the names that a client may call at any endpoint, once each. */
    public List<String> models() {
        return snapshot.get().resolvers().values().stream()
                .flatMap(r -> r.names().stream())
                .distinct()
                .toList();
    }

    /** Serves a request: blocks until its answer, or the first event of it, is in hand. */
    public Outcome dispatch(GatewayRequest request) {
        Snapshot current = snapshot.get();
        RequestTrace trace = new RequestTrace(request, time, listener);
        RequestBody body;
        try {
            body = RequestBody.read(request.body());
        } catch (BadRequestException e) {
            return refused(trace, e.error());
        }
        trace.asks(body);
        if (body.stream() && kind(request.dialect()) != ModelKind.CHAT) {
            return refused(
                    trace,
                    new BadRequestException("This endpoint does not stream; leave 'stream' out.", "stream").error());
        }
        return switch (current.names(kind(request.dialect())).resolve(body.model())) {
            case Resolution.Unknown() ->
                refused(
                        trace,
                        GatewayError.callerFault(
                                404,
                                "model_not_found",
                                "The model '" + RequestBody.shortened(body.model())
                                        + "' does not exist here. GET /v1/models lists what does.",
                                "model"));
            case Resolution.Served served -> {
                trace.goesThrough(served.chain());
                yield new RequestRun(request, body, served, current, trace, upstream, time, random, listener).run();
            }
        };
    }

    private static ModelKind kind(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_EMBEDDINGS -> ModelKind.EMBEDDING;
            case OPENAI_IMAGES -> ModelKind.IMAGE;
            case OPENAI_CHAT, OPENAI_COMPLETIONS, OPENAI_RESPONSES, ANTHROPIC_MESSAGES, GEMINI -> ModelKind.CHAT;
        };
    }

    private static Outcome refused(RequestTrace trace, GatewayError error) {
        trace.end(RequestOutcome.REFUSED, error.status(), null);
        return new Outcome.Refused(Route.NONE, error);
    }
}
