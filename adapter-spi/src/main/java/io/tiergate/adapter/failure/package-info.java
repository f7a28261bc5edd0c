/**
 * Why an attempt did not serve its request. {@link io.tiergate.adapter.failure.FailureClassifier} is the one place that reads
 * status codes, headers, bodies and exceptions; all else reads the {@link io.tiergate.adapter.failure.Failure} it returns.
 *
 * <p>Pure functions of their arguments.
 */
package io.tiergate.adapter.failure;
