/**
 * The contract that every adapter keeps, ours or an author's, as tests. Extend
 * {@link io.tiergate.adapter.contract.AdapterContract} and give it the adapter and
 * {@linkplain io.tiergate.adapter.contract.Exchange recorded exchanges} with its upstream.
 *
 * <p>Published as the test-jar of {@code adapter-spi}; its users need JUnit 5 and AssertJ.
 */
package io.tiergate.adapter.contract;
