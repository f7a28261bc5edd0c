package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.Dialect;
import io.tiergate.adapter.Framing;
import io.tiergate.adapter.SourceView;
import io.tiergate.adapter.exchange.Headers;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.NeutralRequest;
import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapter.exchange.UpstreamResponse;
import io.tiergate.adapter.exchange.Usage;
import io.tiergate.adapter.failure.Failure;
import io.tiergate.adapter.failure.FailureClass;
import io.tiergate.adapter.failure.FailureClassifier;
import io.tiergate.adapter.failure.FailureScope;
import io.tiergate.adapter.failure.FailureSignal;
import io.tiergate.adapter.failure.Phase;
import io.tiergate.scheduler.chain.Admission;
import io.tiergate.scheduler.config.SourceConfig;
import io.tiergate.scheduler.stream.ChatCompletionEvents;
import io.tiergate.scheduler.stream.ChatFacts;
import io.tiergate.scheduler.stream.ChatScan;
import io.tiergate.scheduler.stream.StreamRelay;
import io.tiergate.scheduler.time.TimeSource;
import io.tiergate.scheduler.tokens.TokenCounter;
import io.tiergate.scheduler.upstream.Cancellation;
import io.tiergate.scheduler.upstream.Upstream;
import io.tiergate.scheduler.upstream.Upstream.Exchange;
import io.tiergate.scheduler.upstream.UpstreamException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One attempt: makes the upstream call of an admitted candidate and reads its answer, or the answer's first event. Every attempt
 * starts from the client's request. For one thread.
 */
final class UpstreamCall {
    /** What is read of an error's body. */
    private static final int MAX_ERROR_BODY = 64 << 10;

    /** The longest whole answer: four times the longest event, as images come in base64. A guess. */
    private static final int MAX_ANSWER = 64 << 20;

    /** How long an error's body is waited for, once its status is known. */
    private static final Duration ERROR_BODY_WITHIN = Duration.ofSeconds(2);

    private static final String JSON = "application/json";
    private static final String EVENT_STREAM = "text/event-stream";

    /** What came of a call. */
    sealed interface Result {
        /** A whole answer in the client's dialect. */
        record Whole(String contentType, byte[] body, Usage usage, int status) implements Result {}

        /** A stream whose first real event is in hand. */
        record Begun(StreamRelay relay, int status) implements Result {}

        /** A failure. */
        record Failed(Failure failure) implements Result {}
    }

    private final Admission admission;
    private final RequestBody body;
    private final Dialect dialect;
    private final int maxEvent;
    private final Upstream upstream;
    private final TimeSource time;
    private final Cancellation cancellation;
    private final SourceConfig source;
    private final Adapter adapter;
    private final String host;
    private final boolean passThrough;
    private final long started;

    UpstreamCall(
            Admission admission,
            RequestBody body,
            Dialect dialect,
            int maxEvent,
            Upstream upstream,
            TimeSource time,
            Cancellation cancellation) {
        this.admission = admission;
        this.body = body;
        this.dialect = dialect;
        this.maxEvent = maxEvent;
        this.upstream = upstream;
        this.time = time;
        this.cancellation = cancellation;
        this.source = admission.slot().source().config();
        this.adapter = admission.slot().source().adapter();
        this.host = hostOf(source);
        this.passThrough = adapter.descriptor().dialects().contains(dialect);
        this.started = time.nanoTime();
    }

    /** Returns the host of a source's base URL in lower case, for the classifier. */
    static String hostOf(SourceConfig source) {
        String host = source.baseUrl().getHost();
        return host == null ? "" : host.toLowerCase(Locale.ROOT);
    }

    /** Returns when it started; nanoseconds. */
    long started() {
        return started;
    }

    /**
     * Makes the call.
     *
     * @param deadline when the request's time is up; nanoseconds
     */
    Result make(long deadline) {
        boolean addUsage = body.stream()
                && !body.asksForUsage()
                && !admission.slot().source().refusesUsageOption();
        Result result = make(deadline, addUsage);
        if (addUsage && result instanceof Result.Failed(Failure failure) && refusesUsageOption(failure)) {
            admission.slot().source().rememberUsageOptionRefused();
            return make(deadline, false);
        }
        return result;
    }

    private static boolean refusesUsageOption(Failure failure) {
        String about = failure.message() + ' ' + failure.param();
        return failure.failureClass() == FailureClass.CALLER_FAULT
                && (about.contains("stream_options") || about.contains("include_usage"));
    }

    private Result make(long deadline, boolean addUsage) {
        if (!passThrough && !isChat()) {
            return new Result.Failed(Failure.of(
                    FailureClass.MODEL_MISSING,
                    FailureScope.SOURCE_MODEL,
                    Phase.CONNECT,
                    "the adapter " + adapter.descriptor().id() + " does not speak " + dialect.id()));
        }
        String model = admission.slot().model().upstream();
        NeutralRequest request = new NeutralRequest(
                passThrough ? dialect : Dialect.OPENAI_CHAT,
                model,
                body.stream(),
                body.forAttempt(model, source.params(), addUsage));
        SourceView view = new SourceView(source.name(), baseUrl(), model, source.options());
        try {
            UpstreamRequest call = adapter.request(request, view);
            Duration limit = body.stream()
                    ? source.timeouts().firstToken()
                    : source.timeouts().total();
            long within = Math.min(limit.toNanos(), deadline - time.nanoTime());
            long until = time.nanoTime() + within;
            Exchange exchange = upstream.open(
                    admission.slot().source(),
                    call,
                    admission.key().secret(),
                    Duration.ofNanos(Math.max(1, within)),
                    cancellation);
            return answer(exchange, request, view, until);
        } catch (UpstreamException e) {
            return failed(FailureSignal.broken((Exception) e.getCause(), e.phase(), host, time.instant()));
        } catch (AdapterException e) {
            return adapterFailed(e);
        }
    }

    private Result answer(Exchange exchange, NeutralRequest request, SourceView view, long until) {
        boolean handedOn = false;
        try {
            int status = exchange.status();
            String contentType =
                    exchange.headers().first("content-type").orElse("").toLowerCase(Locale.ROOT);
            if (status < 200 || status >= 300) {
                return failedAnswer(exchange, status);
            }
            boolean wholeJson = contentType.startsWith(JSON) && adapter.framing() == Framing.EVENT_STREAM;
            if (!body.stream() || wholeJson) {
                return whole(exchange, view, status, until);
            }
            StreamRelay relay = relay(exchange, request, view);
            Optional<FailureSignal> failure = relay.prime(until, host);
            if (failure.isPresent()) {
                return failed(failure.get());
            }
            handedOn = true;
            return new Result.Begun(relay, status);
        } finally {
            if (!handedOn) {
                exchange.close();
            }
        }
    }

    private StreamRelay relay(Exchange exchange, NeutralRequest request, SourceView view) {
        boolean withhold = !body.asksForUsage();
        return passThrough
                ? StreamRelay.passThrough(exchange, maxEvent, withhold, source.timeouts(), time)
                : StreamRelay.converting(
                        exchange,
                        adapter.streamReader(request, view),
                        adapter.framing(),
                        maxEvent,
                        withhold,
                        source.timeouts(),
                        time);
    }

    private Result failedAnswer(Exchange exchange, int status) {
        byte[] error;
        try {
            error = read(exchange, MAX_ERROR_BODY, time.nanoTime() + ERROR_BODY_WITHIN.toNanos(), true);
        } catch (IOException e) {
            error = new byte[0]; // the status says enough
        }
        Headers headers = exchange.headers();
        return failed(
                FailureSignal.answer(status, headers, error, Phase.HEADERS, host, time.instant()),
                adapter.classify(new UpstreamResponse(status, headers, error)));
    }

    private Result whole(Exchange exchange, SourceView view, int status, long until) {
        byte[] answer;
        try {
            answer = read(exchange, MAX_ANSWER, until, false);
        } catch (IOException e) {
            return failed(FailureSignal.broken(e, Phase.FIRST_EVENT, host, time.instant()));
        }
        try {
            return passThrough ? checked(answer, status) : converted(exchange, answer, view, status);
        } catch (JacksonException e) {
            return failedAs("the answer is not JSON; check base_url");
        } catch (AdapterException e) {
            return adapterFailed(e);
        }
    }

    private Result checked(byte[] answer, int status) {
        ChatFacts facts = new ChatFacts();
        ChatScan.scan(answer, 0, answer.length, facts);
        boolean answered = isChat() ? facts.choices() : facts.data();
        if (facts.error() || (!answered && FailureClassifier.looksLikeError(Json.parse(answer)))) {
            return failed(
                    FailureSignal.answer(status, Headers.none(), answer, Phase.FIRST_EVENT, host, time.instant()));
        }
        if (!answered && facts.usage() == null) {
            return failedAs("the answer is empty");
        }
        Usage usage = usage(facts);
        return body.stream()
                ? new Result.Whole(EVENT_STREAM, ChatCompletionEvents.of(answer, body.asksForUsage()), usage, status)
                : new Result.Whole(JSON, answer, usage, status);
    }

    private Result converted(Exchange exchange, byte[] answer, SourceView view, int status) {
        if (FailureClassifier.looksLikeError(Json.parse(answer))) {
            return failed(
                    FailureSignal.answer(status, Headers.none(), answer, Phase.FIRST_EVENT, host, time.instant()));
        }
        JsonNode neutral = adapter.response(new UpstreamResponse(status, exchange.headers(), answer), view);
        return checked(Json.write(neutral), status);
    }

    /** Embeddings and images have no neutral form: only an adapter that speaks their dialect can serve them. */
    private boolean isChat() {
        return dialect != Dialect.OPENAI_EMBEDDINGS && dialect != Dialect.OPENAI_IMAGES;
    }

    private byte[] read(Exchange exchange, int most, long until, boolean cut) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream(1024);
        byte[] buffer = new byte[8 << 10];
        while (true) {
            long left = until - time.nanoTime();
            if (left <= 0) {
                throw new SocketTimeoutException("the answer was not whole in time");
            }
            int n = exchange.read(buffer, Duration.ofNanos(left));
            if (n < 0) {
                return all.toByteArray();
            }
            all.write(buffer, 0, n);
            if (all.size() > most) {
                if (cut) {
                    return all.toByteArray();
                }
                throw new IOException("the answer is longer than " + most + " bytes");
            }
        }
    }

    private String baseUrl() {
        String url = source.baseUrl().toString();
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** Returns the usage that the upstream named, else an estimate by the text's tokens, those of a long one from its beginning. */
    Usage usage(ChatFacts facts) {
        if (facts.usage() != null) {
            return facts.usage();
        }
        long prompt = Math.max(1, body.promptTokens());
        String sample = facts.sample();
        long completion = sample.isEmpty()
                ? 0
                : Math.ceilDiv(TokenCounter.ofText(sample) * facts.textLength(), (long) sample.length());
        return new Usage(prompt, completion, prompt + completion, 0, true);
    }

    private Result failed(FailureSignal signal) {
        return failed(signal, Optional.empty());
    }

    private Result failed(FailureSignal signal, Optional<FailureClass> adapterSays) {
        return new Result.Failed(
                cancellation.isCancelled()
                        ? Failure.of(FailureClass.CLIENT_GONE, FailureScope.NONE, signal.phase(), "the client left")
                        : Failures.of(signal, adapterSays));
    }

    private static Result failedAs(String message) {
        return new Result.Failed(
                Failure.of(FailureClass.TRANSPORT, FailureScope.SOURCE_MODEL, Phase.FIRST_EVENT, message));
    }

    private static Result adapterFailed(AdapterException e) {
        return failedAs("adapter: " + e.getMessage());
    }
}
