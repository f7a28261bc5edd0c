package io.tiergate.web.access;

import io.tiergate.scheduler.Outcome.GatewayError;
import io.tiergate.web.error.ErrorBody;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.util.OptionalLong;

/**
 * Lets callers in. Without any gateway key only those on loopback are served (SPEC 2); by the address of the connection, never
 * by a header.
 */
@Provider
public class GatewayKeyFilter implements ContainerRequestFilter {
    @Context
    private HttpServletRequest http;

    @Override
    public void filter(ContainerRequestContext request) {
        if (!isLoopback(http.getRemoteAddr())) {
            GatewayError error = new GatewayError(
                    401,
                    "invalid_request_error",
                    "no_gateway_key",
                    "No gateway key is defined, so that only callers on this machine are served. Make a key on the Keys page.",
                    null,
                    OptionalLong.empty(),
                    null);
            request.abortWith(Response.status(401)
                    .type(MediaType.APPLICATION_JSON)
                    .entity(ErrorBody.openAi(error))
                    .build());
        }
    }

    private static boolean isLoopback(String address) {
        return address.startsWith("127.")
                || address.equals("::1")
                || address.equals("0:0:0:0:0:0:0:1")
                || address.startsWith("::ffff:127.");
    }
}
