package io.tiergate.web.images;

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

/** OpenAI image generation; {@code AUTO} is the image chain. */
@Path("/v1/images/generations")
@ApplicationScoped
public class ImagesResource {
    @Inject
    private Gateway gateway;

    /** Serves one request; answers later, from a virtual thread. */
    @POST
    public void create(InputStream body, @Context HttpServletRequest http, @Suspended AsyncResponse response)
            throws IOException {
        gateway.serve(Dialect.OPENAI_IMAGES, body, http, response);
    }
}
