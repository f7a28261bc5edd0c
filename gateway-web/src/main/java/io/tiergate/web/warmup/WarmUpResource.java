package io.tiergate.web.warmup;

import io.tiergate.adapter.Dialect;
import io.tiergate.scheduler.Scheduler;
import io.tiergate.web.inbound.Gateway;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import java.io.IOException;
import java.io.InputStream;

/** Takes the warm-up's own requests the way of a chat request. Not there for anybody else, and for nobody once it is over. */
@Path("/warm-up/{token}")
@ApplicationScoped
public class WarmUpResource {
    @EJB
    private Scheduler scheduler;

    @Inject
    private Gateway gateway;

    @Inject
    private WarmUp warmUp;

    /** Serves one request. */
    @POST
    public void complete(
            @PathParam("token") String token,
            InputStream body,
            @Context HttpServletRequest http,
            @Suspended AsyncResponse response)
            throws IOException {
        if (!warmUp.isMine(token)) {
            throw new NotFoundException();
        }
        gateway.serve(
                Dialect.OPENAI_CHAT,
                body,
                http,
                response,
                request -> scheduler.dispatchWarmUp(request).orElseThrow(NotFoundException::new));
    }
}
