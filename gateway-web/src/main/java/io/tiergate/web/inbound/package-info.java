/**
 * What the inbound APIs share: reading a bounded body, handing over to the scheduler on a virtual thread, writing its outcome.
 * {@link io.tiergate.web.inbound.Gateway} is the entry.
 */
package io.tiergate.web.inbound;
