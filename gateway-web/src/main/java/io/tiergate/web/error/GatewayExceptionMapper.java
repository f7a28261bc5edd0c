package io.tiergate.web.error;

import io.tiergate.scheduler.Outcome.GatewayError;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.OptionalLong;

/** Gives whatever no resource answered for a JSON body: unknown paths, wrong methods, and bugs, which are logged. */
@Provider
public class GatewayExceptionMapper implements ExceptionMapper<Throwable> {
    private static final System.Logger LOG = System.getLogger(GatewayExceptionMapper.class.getName());

    @Override
    public Response toResponse(Throwable thrown) {
        if (thrown instanceof WebApplicationException refused) {
            Response response = refused.getResponse();
            int status = response.getStatus();
            return status < 400 ? response : answer(status, callerFault(status));
        }
        LOG.log(System.Logger.Level.ERROR, "GW4001 a request failed by a fault of the gateway", thrown);
        return answer(
                500,
                new GatewayError(
                        500,
                        "server_error",
                        "internal_error",
                        "The gateway failed; its log says why.",
                        null,
                        OptionalLong.empty(),
                        null));
    }

    private static GatewayError callerFault(int status) {
        String message = switch (status) {
            case 404 -> "There is nothing at this path.";
            case 405 -> "This path does not take this method.";
            case 413 -> "The body is longer than 32 MiB.";
            case 415 -> "This content type or encoding is not taken here.";
            default -> "The request was refused.";
        };
        String code = status == 404 ? "not_found" : status == 413 ? "request_too_large" : "invalid_request";
        return GatewayError.callerFault(status, code, message, null);
    }

    private static Response answer(int status, GatewayError error) {
        return Response.status(status)
                .type(MediaType.APPLICATION_JSON)
                .entity(ErrorBody.openAi(error))
                .build();
    }
}
