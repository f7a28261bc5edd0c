/** {@code POST /v1/embeddings}. */
package io.tiergate.web.embeddings;
