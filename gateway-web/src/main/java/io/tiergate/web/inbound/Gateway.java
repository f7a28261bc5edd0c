package io.tiergate.web.inbound;

import io.tiergate.adapter.Dialect;
import io.tiergate.scheduler.GatewayRequest;
import io.tiergate.scheduler.Outcome;
import io.tiergate.scheduler.Outcome.GatewayError;
import io.tiergate.scheduler.Route;
import io.tiergate.scheduler.Scheduler;
import io.tiergate.scheduler.upstream.Cancellation;
import io.tiergate.web.error.ErrorBody;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * Takes a request from a resource to the scheduler and its outcome back to the client. The body is read on the container's
 * thread; the wait for the upstream is on a virtual thread of its own, so that the container's go back at once.
 */
@ApplicationScoped
public class Gateway {
    /** Header fields of a client that travel on to the upstream: versions of its own API, nothing that says who it is. */
    private static final List<String> TRAVELLING = List.of("OpenAI-Beta", "anthropic-beta", "anthropic-version");

    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("request-", 0).factory());

    @EJB
    private Scheduler scheduler;

    @Inject
    private ClientWatch clients;

    @PreDestroy
    void stop() {
        threads.shutdown();
    }

    /** Serves a request whose error bodies have the OpenAI form; {@code response} is resumed once, later. */
    public void serve(Dialect dialect, InputStream in, HttpServletRequest http, AsyncResponse response)
            throws IOException {
        serve(dialect, in, http, response, scheduler::dispatch);
    }

    /** Serves a request by another scheduler than the real one. */
    public void serve(
            Dialect dialect,
            InputStream in,
            HttpServletRequest http,
            AsyncResponse response,
            Function<GatewayRequest, Outcome> by)
            throws IOException {
        byte[] body = RequestBytes.read(in, http.getContentLength(), http.getHeader("Content-Encoding"));
        GatewayRequest request = new GatewayRequest(newId(), dialect, body, travelling(http), "", new Cancellation());
        ClientWatch.Watched watched = clients.watch(http, request.cancellation());
        threads.execute(() -> run(request, watched, response, by));
    }

    private void run(
            GatewayRequest request,
            ClientWatch.Watched watched,
            AsyncResponse response,
            Function<GatewayRequest, Outcome> by) {
        try {
            Outcome outcome = dispatch(request, watched, by);
            switch (outcome) {
                case Outcome.Answered(Route route, String type, byte[] body) ->
                    response.resume(
                            ok(request, route, type).entity(new WholeBody(body)).build());
                case Outcome.Streaming(Route route, Outcome.AnswerStream stream) ->
                    stream(request, route, stream, response);
                case Outcome.Refused(Route route, GatewayError error) ->
                    response.resume(refused(request, route, error));
                case Outcome.ClientGone(Route route) ->
                    response.resume(
                            headers(Response.status(499), request, route).build());
            }
        } catch (RuntimeException e) {
            response.resume(e);
        }
    }

    /** The client is watched while it waits; once a stream runs, its writes tell. */
    private Outcome dispatch(
            GatewayRequest request, ClientWatch.Watched watched, Function<GatewayRequest, Outcome> by) {
        try {
            return by.apply(request);
        } finally {
            clients.forget(watched);
        }
    }

    private static void stream(
            GatewayRequest request, Route route, Outcome.AnswerStream stream, AsyncResponse response) {
        boolean[] begun = {false};
        StreamingOutput output = client -> {
            begun[0] = true;
            client.flush(); // Open Liberty passes over a response's first flush: the first event would wait for the
            // second
            stream.writeTo(client);
        };
        try {
            response.resume(ok(request, route, "text/event-stream; charset=utf-8")
                    .header("Cache-Control", "no-cache")
                    .header("X-Accel-Buffering", "no")
                    .entity(output)
                    .build());
        } finally {
            if (!begun[0]) {
                stream.abandon();
            }
        }
    }

    private static Response refused(GatewayRequest request, Route route, GatewayError error) {
        Response.ResponseBuilder response = headers(Response.status(error.status()), request, route)
                .type(MediaType.APPLICATION_JSON)
                .entity(ErrorBody.openAi(error));
        error.retryAfter().ifPresent(seconds -> response.header("Retry-After", seconds));
        return response.build();
    }

    private static Response.ResponseBuilder ok(GatewayRequest request, Route route, String contentType) {
        return headers(Response.ok(), request, route).header("Content-Type", contentType);
    }

    private static Response.ResponseBuilder headers(
            Response.ResponseBuilder response, GatewayRequest request, Route route) {
        response.header("x-tiergate-request-id", request.id());
        if (route.attempts() > 0) {
            response.header("x-tiergate-source", HeaderText.of(route.source()))
                    .header("x-tiergate-model", HeaderText.of(route.model()))
                    .header("x-tiergate-attempts", route.attempts());
        }
        return response;
    }

    private static Map<String, String> travelling(HttpServletRequest http) {
        Map<String, String> headers = null;
        for (String name : TRAVELLING) {
            String value = http.getHeader(name);
            if (value != null) {
                headers = headers == null ? new HashMap<>() : headers;
                headers.put(name, value);
            }
        }
        return headers == null ? Map.of() : headers;
    }

    private static String newId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        return "req_" + hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextInt());
    }
}
