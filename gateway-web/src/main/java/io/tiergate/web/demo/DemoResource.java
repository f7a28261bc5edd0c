package io.tiergate.web.demo;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.scheduler.Outcome.GatewayError;
import io.tiergate.web.error.ErrorBody;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The demo's OpenAI-compatible API. For the gateway itself only: callers of another machine, and those that a proxy on this one
 * speaks for, find nothing here.
 */
@Path("/demo/v1")
@ApplicationScoped
public class DemoResource {
    /** Pause between two words: about the pace of a hosted model, so that a stream is seen to be one. A guess. */
    private static final Duration PAUSE = Duration.ofMillis(30);

    /** Lists the one model. */
    @GET
    @Path("/models")
    @Produces(MediaType.APPLICATION_JSON)
    public byte[] models(@Context HttpServletRequest http) {
        onlyFromHere(http);
        var list = Json.mapper().createObjectNode().put("object", "list");
        list.putArray("data")
                .addObject()
                .put("id", DemoAnswer.MODEL)
                .put("object", "model")
                .put("created", 0)
                .put("owned_by", "tiergate");
        return Json.write(list);
    }

    /** Answers a chat completion, word by word where {@code stream} is true. */
    @POST
    @Path("/chat/completions")
    public void complete(byte[] body, @Context HttpServletRequest http, @Suspended AsyncResponse response) {
        onlyFromHere(http);
        JsonNode request;
        try {
            request = Json.parse(body);
        } catch (JacksonException e) {
            response.resume(notJson());
            return;
        }
        DemoAnswer answer = DemoAnswer.to(
                request, "chatcmpl-" + UUID.randomUUID(), Instant.now().getEpochSecond());
        if (!request.path("stream").asBoolean(false)) {
            response.resume(Response.ok(Json.write(answer.whole()), MediaType.APPLICATION_JSON)
                    .build());
            return;
        }
        List<String> events = answer.events();
        StreamingOutput output = client -> {
            for (String event : events) {
                client.write(("data: " + event + "\n\n").getBytes(StandardCharsets.UTF_8));
                client.flush();
                pause();
            }
        };
        // The pauses are no use of a container thread.
        Thread.ofVirtual()
                .name("demo")
                .start(() -> response.resume(Response.ok(output)
                        .header("Content-Type", "text/event-stream; charset=utf-8")
                        .header("Cache-Control", "no-cache")
                        .build()));
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    private static Response notJson() {
        GatewayError error = GatewayError.callerFault(400, "invalid_json", "The body is no JSON.", null);
        return Response.status(400)
                .type(MediaType.APPLICATION_JSON)
                .entity(ErrorBody.openAi(error))
                .build();
    }

    private static void onlyFromHere(HttpServletRequest http) {
        if (http.getHeader("X-Forwarded-For") != null || http.getHeader("Forwarded") != null || !isLoopback(http)) {
            throw new NotFoundException();
        }
    }

    private static boolean isLoopback(HttpServletRequest http) {
        try {
            return InetAddress.getByName(http.getRemoteAddr()).isLoopbackAddress(); // a literal: nothing is looked up
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
