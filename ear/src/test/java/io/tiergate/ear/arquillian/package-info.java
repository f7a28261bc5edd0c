/**
 * What can only be seen from inside a server, or beside other applications in it: the EAR on a whole Open Liberty with the features
 * of {@code liberty-config/server.xml}, by Arquillian. What a client can see is in {@code io.tiergate.ear.scenario}, against the
 * program. Entry: {@link io.tiergate.ear.arquillian.InLiberty}.
 */
package io.tiergate.ear.arquillian;
