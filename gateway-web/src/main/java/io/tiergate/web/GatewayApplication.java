package io.tiergate.web;

import jakarta.ws.rs.core.Application;

/**
 * Holds every resource of this module, found by scanning. Mapped in {@code web.xml} as the default servlet, so that pages and
 * their resources keep their own mappings and whatever nobody else serves is answered by the exception mapper's JSON.
 */
public class GatewayApplication extends Application {}
