/**
 * The program under test as a process: {@link io.tiergate.ear.process.Program} finds and runs it, {@link
 * io.tiergate.ear.process.GatewayProcess} is one that serves, {@link io.tiergate.ear.process.RequestLog} reads what it wrote of its
 * requests. Knows nothing of scenarios.
 */
package io.tiergate.ear.process;
