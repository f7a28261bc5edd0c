/**
 * The configuration: what {@code config.yaml}, the runtime file, the environment and system properties say, merged, checked and
 * bound to {@link io.tiergate.scheduler.config.GatewayConfig}.
 *
 * <p>May import {@code org.eclipse.microprofile.config}. All records are immutable.
 */
package io.tiergate.scheduler.config;
