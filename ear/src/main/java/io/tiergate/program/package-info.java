/** The first code of the server's process, before Open Liberty takes over. Plain JDK. Entry: {@link io.tiergate.program.Serve}. */
package io.tiergate.program;
