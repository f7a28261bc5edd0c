package io.tiergate.web.chat;

import io.tiergate.adapter.Dialect;
import io.tiergate.web.inbound.Gateway;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import java.io.IOException;
import java.io.InputStream;

/** OpenAI chat completions, streamed and not. */
@Path("/v1/chat/completions")
@ApplicationScoped
public class ChatResource {
    @Inject
    private Gateway gateway;

    /** Serves one request; answers later, from a virtual thread. */
    @POST
    public void complete(InputStream body, @Context HttpServletRequest http, @Suspended AsyncResponse response)
            throws IOException {
        gateway.serve(Dialect.OPENAI_CHAT, body, http, response);
    }
}
