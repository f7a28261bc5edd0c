/**
 * The scheduler in its container: {@link io.tiergate.scheduler.ejb.SchedulerBean} and what wires it. The only package that
 * imports {@code jakarta.*}.
 */
package io.tiergate.scheduler.ejb;
