/**
 * What the web module sees of the scheduler: {@link io.tiergate.scheduler.Scheduler}, the
 * {@link io.tiergate.scheduler.GatewayRequest} that goes in and the {@link io.tiergate.scheduler.Outcome} that comes out.
 */
package io.tiergate.scheduler;
