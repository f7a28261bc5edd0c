package io.tiergate.web.error;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.scheduler.Outcome.GatewayError;
import tools.jackson.databind.node.ObjectNode;

/** Writes errors in the shape of a dialect. Pure. */
public final class ErrorBody {
    private ErrorBody() {}

    /** Returns the OpenAI form: {@code {"error": {message, type, param, code}}}, with the summary of the tiers where there is one. */
    public static byte[] openAi(GatewayError error) {
        ObjectNode body = Json.mapper().createObjectNode();
        ObjectNode inner = body.putObject("error")
                .put("message", error.message())
                .put("type", error.type())
                .put("param", error.param())
                .put("code", error.code());
        if (error.tiers() != null) {
            inner.set("tiers", error.tiers());
        }
        return Json.write(body);
    }
}
