/**
 * An upstream inside the gateway that answers without any account, so that a fresh clone has something to talk to: the source
 * {@code demo} of {@code conf/demo.yaml} calls it like any other. Entry: {@link io.tiergate.web.demo.DemoResource}. Knows nothing
 * of the scheduler. Threads: one virtual thread a streamed answer.
 */
package io.tiergate.web.demo;
