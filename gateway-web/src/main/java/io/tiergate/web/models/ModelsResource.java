package io.tiergate.web.models;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.scheduler.Outcome.GatewayError;
import io.tiergate.scheduler.Scheduler;
import io.tiergate.web.error.ErrorBody;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.text.Normalizer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The names that can be called, in the OpenAI list form. */
@Path("/v1/models")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ModelsResource {
    /** Nobody knows when a name was made; a constant keeps lists comparable. 2026-11-30. */
    private static final long CREATED = 1_795_996_800L;

    @EJB
    private Scheduler scheduler;

    /** Lists every name once. */
    @GET
    public byte[] list() {
        ObjectNode list = Json.mapper().createObjectNode().put("object", "list");
        ArrayNode data = list.putArray("data");
        scheduler.models().forEach(id -> data.add(model(id)));
        return Json.write(list);
    }

    /** Returns one; its id may hold slashes, percent-encoded or plain. */
    @GET
    @Path("{id: .+}")
    public Response get(@PathParam("id") String id) {
        String name = Normalizer.normalize(id, Normalizer.Form.NFC);
        if (scheduler.models().contains(name)) {
            return Response.ok(Json.write(model(name))).build();
        }
        GatewayError unknown = GatewayError.callerFault(
                404, "model_not_found", "The model '" + printable(name) + "' does not exist here.", "model");
        return Response.status(404).entity(ErrorBody.openAi(unknown)).build();
    }

    private static ObjectNode model(String id) {
        return Json.mapper()
                .createObjectNode()
                .put("id", id)
                .put("object", "model")
                .put("created", CREATED)
                .put("owned_by", "tiergate");
    }

    private static String printable(String name) {
        String cut = name.length() > 60 ? name.substring(0, 60) + "…" : name;
        return cut.replaceAll("\\p{Cntrl}", "\uFFFD");
    }
}
