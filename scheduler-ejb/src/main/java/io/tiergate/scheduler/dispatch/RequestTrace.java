package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.exchange.Usage;
import io.tiergate.adapter.failure.Failure;
import io.tiergate.adapter.failure.FailureClass;
import io.tiergate.scheduler.GatewayRequest;
import io.tiergate.scheduler.Route;
import io.tiergate.scheduler.chain.Admission;
import io.tiergate.scheduler.chain.Chain;
import io.tiergate.scheduler.log.AttemptRecord;
import io.tiergate.scheduler.log.RequestOutcome;
import io.tiergate.scheduler.log.RequestRecord;
import io.tiergate.scheduler.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Collects what is logged of one request. Used by one thread at a time. */
final class RequestTrace {
    private final GatewayRequest request;
    private final TimeSource time;
    private final RequestListener listener;
    private final Instant startedAt;
    private final long started;
    private final List<AttemptRecord> attempts = new ArrayList<>(2);
    private String asked = "";
    private boolean stream;
    private Chain chain;
    private long ttftMillis = -1;
    private int freeTierEnds;
    private boolean mustLast;
    private boolean ended;

    RequestTrace(GatewayRequest request, TimeSource time, RequestListener listener) {
        this.request = request;
        this.time = time;
        this.listener = listener;
        this.startedAt = time.instant();
        this.started = time.nanoTime();
    }

    /** Returns when the request came; nanoseconds. */
    long started() {
        return started;
    }

    void asks(RequestBody body) {
        asked = RequestBody.shortened(body.model());
        stream = body.stream();
    }

    void goesThrough(Chain resolved) {
        chain = resolved;
    }

    /** Says that this request changed what must be on disk before its answer ends. */
    void mustLast() {
        mustLast = true;
    }

    void firstEvent() {
        ttftMillis = millisSince(started);
    }

    /** Notes the end of an upstream call. {@code failure} is null where it served. */
    void attempt(Admission admission, long attemptStarted, int status, Failure failure) {
        if (failure != null && failure.failureClass() == FailureClass.FREE_TIER_USED_UP) {
            freeTierEnds++;
        }
        attempts.add(new AttemptRecord(
                admission.slot().tier(),
                admission.slot().source().name(),
                admission.slot().model().id(),
                failure == null ? null : failure.failureClass().id(),
                status,
                millisSince(attemptStarted),
                admission.probe(),
                failure == null ? null : failure.summary()));
    }

    int attempts() {
        return attempts.size();
    }

    /** Returns the attempts that count towards {@code max_attempts}: all but those that a used-up free tier ended (SPEC 2). */
    int countedAttempts() {
        return attempts.size() - freeTierEnds;
    }

    /** Returns the way so far, with the call that is under way where there is one. */
    Route route(Admission underWay) {
        if (underWay != null) {
            return new Route(
                    underWay.slot().source().name(), underWay.slot().model().id(), attempts.size() + 1);
        }
        if (attempts.isEmpty()) {
            return Route.NONE;
        }
        AttemptRecord last = attempts.getLast();
        return new Route(last.source(), last.model(), attempts.size());
    }

    /** Logs the request, once. */
    void end(RequestOutcome outcome, int status, Usage usage) {
        if (ended) {
            return;
        }
        ended = true;
        if (mustLast) {
            listener.mustLast();
        }
        listener.ended(new RequestRecord(
                startedAt,
                request.id(),
                request.key(),
                request.dialect().id(),
                asked,
                chain == null ? "" : chain.name(),
                chain == null ? "" : chain.strategy().id(),
                outcome,
                status,
                stream,
                ttftMillis,
                millisSince(started),
                usage,
                attempts));
    }

    private long millisSince(long nanos) {
        return Duration.ofNanos(time.nanoTime() - nanos).toMillis();
    }
}
