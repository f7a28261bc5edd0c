/**
 * The adapter {@code openai}: OpenAI's own API and all that is compatible with it. As the neutral form is OpenAI's, it changes
 * nothing; what it knows is how such upstreams say that they failed or are done.
 *
 * <p>Entry: {@link io.tiergate.adapters.openai.OpenAiAdapterFactory}, found by {@link java.util.ServiceLoader}. Imports the SPI
 * and Jackson only. Stateless but for the stream reader, which belongs to one response.
 */
package io.tiergate.adapters.openai;
