package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.Dialect;
import io.tiergate.adapter.failure.Failure;
import io.tiergate.adapter.failure.FailureClass;
import io.tiergate.scheduler.GatewayRequest;
import io.tiergate.scheduler.Outcome;
import io.tiergate.scheduler.Outcome.GatewayError;
import io.tiergate.scheduler.Route;
import io.tiergate.scheduler.chain.Admission;
import io.tiergate.scheduler.chain.ChainWalk;
import io.tiergate.scheduler.chain.Demand;
import io.tiergate.scheduler.config.ContentFilterRule;
import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.dispatch.ChainError.TriedSlot;
import io.tiergate.scheduler.dispatch.UpstreamCall.Result;
import io.tiergate.scheduler.log.RequestOutcome;
import io.tiergate.scheduler.resolve.Resolution;
import io.tiergate.scheduler.time.TimeSource;
import io.tiergate.scheduler.upstream.Upstream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/** One request's attempts, from the first candidate to an outcome (SPEC 4 and 5). For one thread. */
final class RequestRun {
    /** The pause before a same-source retry, 250 to 500 ms (SPEC 5). */
    private static final Duration RETRY_LEAST = Duration.ofMillis(250);

    private final GatewayRequest request;
    private final RequestBody body;
    private final Resolution.Served served;
    private final Snapshot snapshot;
    private final RequestTrace trace;
    private final Upstream upstream;
    private final TimeSource time;
    private final RandomGenerator random;
    private final Books books;
    private final ChainWalk walk;
    private final long deadline;
    private final List<TriedSlot> tried = new ArrayList<>(2);
    private Failure upstreamsWord;

    RequestRun(
            GatewayRequest request,
            RequestBody body,
            Resolution.Served served,
            Snapshot snapshot,
            RequestTrace trace,
            Upstream upstream,
            TimeSource time,
            RandomGenerator random,
            RequestListener listener) {
        this.request = request;
        this.body = body;
        this.served = served;
        this.snapshot = snapshot;
        this.trace = trace;
        this.upstream = upstream;
        this.time = time;
        this.random = random;
        this.books = new Books(snapshot.cooldowns(), trace, time, listener);
        this.walk = new ChainWalk(
                served.chain(),
                new Demand(
                        body::promptTokens,
                        request.dialect() == Dialect.OPENAI_EMBEDDINGS ? OptionalLong.of(0) : body.maxTokens(),
                        time::instant));
        this.deadline = trace.started() + snapshot.config().routing().deadline().toNanos();
    }

    Outcome run() {
        while (mayTryAgain()) {
            Optional<Admission> next = walk.next(time.nanoTime());
            if (next.isEmpty()) {
                break;
            }
            if (walk.cursorsMoved()) {
                trace.mustLast();
            }
            Optional<Outcome> outcome = tryOne(next.get());
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        return request.cancellation().isCancelled() ? clientGone() : nothingServed();
    }

    private boolean mayTryAgain() {
        return trace.countedAttempts() < snapshot.config().routing().maxAttempts()
                && deadline - time.nanoTime() > 0
                && !request.cancellation().isCancelled();
    }

    /** Tries one candidate, with its retries. Empty where the walk goes on. */
    private Optional<Outcome> tryOne(Admission admission) {
        int retries = 0;
        boolean settled = false;
        try {
            while (true) {
                UpstreamCall call = new UpstreamCall(
                        admission,
                        body,
                        request.dialect(),
                        (int) Math.min(snapshot.config().stream().maxEvent(), Integer.MAX_VALUE - 64),
                        upstream,
                        time,
                        request.cancellation());
                Result result = call.make(deadline);
                switch (result) {
                    case Result.Whole whole -> {
                        settled = true;
                        return Optional.of(answered(admission, call, whole));
                    }
                    case Result.Begun begun -> {
                        settled = true;
                        return Optional.of(streaming(admission, call, begun));
                    }
                    case Result.Failed(Failure failure) -> {
                        trace.attempt(admission, call.started(), failure.status(), failure);
                        Optional<Duration> pause = pauseBeforeRetry(admission, failure, retries);
                        if (pause.isPresent() && pause(pause.get())) {
                            retries++;
                            continue;
                        }
                        settled = true;
                        return failed(admission, failure);
                    }
                }
            }
        } finally {
            if (!settled) {
                admission.left(); // a bug threw; nothing may leak
            }
        }
    }

    private Outcome answered(Admission admission, UpstreamCall call, Result.Whole whole) {
        Route route = trace.route(admission);
        books.used(admission, whole.usage());
        books.succeeded(admission);
        trace.attempt(admission, call.started(), whole.status(), null);
        trace.end(RequestOutcome.SERVED, 200, whole.usage());
        return new Outcome.Answered(route, whole.contentType(), whole.body());
    }

    private Outcome streaming(Admission admission, UpstreamCall call, Result.Begun begun) {
        Route route = trace.route(admission);
        trace.firstEvent();
        return new Outcome.Streaming(route, new RunningStream(admission, call, begun, trace, books));
    }

    private Optional<Outcome> failed(Admission admission, Failure failure) {
        books.failed(admission, failure);
        return switch (failure.failureClass()) {
            case CLIENT_GONE -> {
                if (request.cancellation().isCancelled()) {
                    yield Optional.of(clientGone());
                }
                tried.add(new TriedSlot(admission.slot(), failure)); // an upstream's 499, while our client is there
                yield Optional.empty();
            }
            case CALLER_FAULT -> Optional.of(upstreamsError(failure));
            case CONTENT_FILTERED -> {
                if (onContentFilter() == ContentFilterRule.ERROR) {
                    yield Optional.of(upstreamsError(failure));
                }
                upstreamsWord = failure;
                walk.leaveTier(admission.slot().tier());
                yield Optional.empty();
            }
            case CONTEXT_TOO_LONG -> {
                upstreamsWord = failure;
                walk.onlyWindowsAbove(admission.slot().model().contextWindow());
                yield Optional.empty();
            }
            case CREDENTIALS -> {
                walk.keyIsDead(admission.key().hash());
                tried.add(new TriedSlot(admission.slot(), failure));
                yield Optional.empty();
            }
            case TRANSPORT, RATE_LIMITED, QUOTA_USED_UP, FREE_TIER_USED_UP, MODEL_MISSING -> {
                tried.add(new TriedSlot(admission.slot(), failure));
                yield Optional.empty();
            }
        };
    }

    private ContentFilterRule onContentFilter() {
        return Optional.ofNullable(snapshot.config().chains().get(served.chain().name()))
                .flatMap(c -> c.onContentFilter())
                .orElse(snapshot.config().onContentFilter());
    }

    /** How long to wait before the same source is tried again; empty where it is not (SPEC 5). */
    private Optional<Duration> pauseBeforeRetry(Admission admission, Failure failure, int retries) {
        SourceConfig source = admission.slot().source().config();
        if (retries >= source.retries()
                || admission.probe()
                || !mayTryAgain()
                || walk.tierHasAnother(admission.slot(), time.nanoTime())) {
            return Optional.empty();
        }
        if (failure.failureClass() == FailureClass.RATE_LIMITED) {
            return failure.retryAfter().filter(wait -> wait.compareTo(source.retryAfterWait()) <= 0);
        }
        return failure.quick() ? Optional.of(RETRY_LEAST.plusMillis(random.nextLong(250))) : Optional.empty();
    }

    /** Waits; false where there is no time for it or the client left. */
    private boolean pause(Duration pause) {
        if (deadline - time.nanoTime() <= pause.toNanos()) {
            return false;
        }
        try {
            time.sleep(pause);
            return !request.cancellation().isCancelled();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Outcome clientGone() {
        trace.end(RequestOutcome.CANCELLED, 499, null);
        return new Outcome.ClientGone(trace.route(null));
    }

    private Outcome upstreamsError(Failure failure) {
        GatewayError error = errorOf(failure);
        trace.end(RequestOutcome.FAILED, error.status(), null);
        return new Outcome.Refused(trace.route(null), error);
    }

    private Outcome nothingServed() {
        if (upstreamsWord != null && tried.isEmpty()) {
            return upstreamsError(upstreamsWord);
        }
        GatewayError error = new ChainError(
                        served.chain(), served.locked(), tried, walk.standing(time.nanoTime()), time.instant())
                .toError();
        trace.end(trace.attempts() == 0 ? RequestOutcome.REFUSED : RequestOutcome.FAILED, error.status(), null);
        return new Outcome.Refused(trace.route(null), error);
    }

    /** The upstream's own error, for a request that would fail everywhere. */
    private static GatewayError errorOf(Failure failure) {
        int status = failure.status() >= 400 ? failure.status() : 400;
        String type = failure.type() == null ? "invalid_request_error" : failure.type();
        return new GatewayError(
                status, type, failure.code(), failure.message(), failure.param(), OptionalLong.empty(), null);
    }
}
