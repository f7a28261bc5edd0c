/**
 * What an adapter author implements: {@link io.tiergate.adapter.AdapterFactory}, found by {@link java.util.ServiceLoader},
 * makes {@link io.tiergate.adapter.Adapter}s, which convert between the gateway's neutral form (OpenAI chat) and the wire form
 * of an upstream.
 *
 * <p>Imports JDK types and Jackson's {@code JsonNode} only. Adapters are stateless and called by many threads at a time; a
 * {@link io.tiergate.adapter.exchange.StreamReader} belongs to one response and one thread.
 */
package io.tiergate.adapter;
