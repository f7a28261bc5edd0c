/** {@code GET /v1/models} and {@code GET /v1/models/{id}}. */
package io.tiergate.web.models;
