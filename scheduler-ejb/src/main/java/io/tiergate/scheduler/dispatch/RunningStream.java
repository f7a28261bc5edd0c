package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.Usage;
import io.tiergate.adapter.failure.Failure;
import io.tiergate.adapter.failure.FailureClass;
import io.tiergate.adapter.failure.FailureScope;
import io.tiergate.adapter.failure.FailureSignal;
import io.tiergate.adapter.failure.Phase;
import io.tiergate.scheduler.Outcome.AnswerStream;
import io.tiergate.scheduler.chain.Admission;
import io.tiergate.scheduler.dispatch.UpstreamCall.Result;
import io.tiergate.scheduler.log.RequestOutcome;
import io.tiergate.scheduler.stream.StreamRelay;
import java.io.OutputStream;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A stream under way to the client, and the books to close at its end. */
final class RunningStream implements AnswerStream {
    private final Admission admission;
    private final UpstreamCall call;
    private final StreamRelay relay;
    private final int status;
    private final RequestTrace trace;
    private final Books books;
    private boolean settled;

    RunningStream(Admission admission, UpstreamCall call, Result.Begun begun, RequestTrace trace, Books books) {
        this.admission = admission;
        this.call = call;
        this.relay = begun.relay();
        this.status = begun.status();
        this.trace = trace;
        this.books = books;
    }

    @Override
    public void writeTo(OutputStream client) {
        try {
            String host = UpstreamCall.hostOf(admission.slot().source().config());
            switch (relay.writeTo(client, RunningStream::errorEvent, host)) {
                case StreamRelay.Ending.Complete() -> complete();
                case StreamRelay.Ending.Cut(FailureSignal signal) -> cut(classify(signal));
                case StreamRelay.Ending.ClientGone() -> clientGone();
            }
        } finally {
            if (!settled) {
                abandon(); // a bug threw; nothing may leak
            }
        }
    }

    @Override
    public void abandon() {
        relay.abandon();
        clientGone();
    }

    private void complete() {
        settled = true;
        trace.attempt(admission, call.started(), status, null);
        Usage usage = usage();
        books.used(admission, usage);
        books.succeeded(admission);
        trace.end(RequestOutcome.SERVED, 200, usage);
    }

    private void cut(Failure failure) {
        settled = true;
        trace.attempt(admission, call.started(), status, failure);
        Usage usage = usage();
        books.used(admission, usage);
        books.failed(admission, failure);
        trace.end(RequestOutcome.CUT, 200, usage);
    }

    private void clientGone() {
        if (settled) {
            return;
        }
        settled = true;
        Failure left = Failure.of(FailureClass.CLIENT_GONE, FailureScope.NONE, Phase.BODY, "the client left");
        trace.attempt(admission, call.started(), status, left);
        Usage usage = usage();
        books.used(admission, usage);
        admission.left();
        trace.end(RequestOutcome.CANCELLED, 200, usage);
    }

    private Usage usage() {
        return call.usage(relay.facts());
    }

    private static Failure classify(FailureSignal signal) {
        return Failures.of(signal, Optional.empty());
    }

    private static String errorEvent(FailureSignal signal) {
        Failure failure = classify(signal);
        ObjectNode event = Json.mapper().createObjectNode();
        event.putObject("error")
                .put("message", failure.message())
                .put("type", "upstream_error")
                .put("param", (String) null)
                .put("code", failure.timedOut() ? "upstream_timed_out" : "upstream_cut");
        return event.toString();
    }
}
