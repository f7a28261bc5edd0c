/**
 * The contract that every adapter keeps, ours or an author's, as tests: extend
 * {@code AdapterContract} in a test of your own and say what your upstream would send.
 *
 * <p>Published as the test-jar of {@code adapter-spi}; needs JUnit 5 and AssertJ.
 */
package io.tiergate.adapter.contract;
