/**
 * What the running program does for its clients, shown from outside: the real server, real sockets, upstreams that follow scripts.
 *
 * <p>Most classes share one server ({@link io.tiergate.ear.scenario.SharedGateway}), since a start takes seconds. Each declares a
 * {@link io.tiergate.ear.scenario.Stage}: its sources and chains in that server's configuration, in as many fresh copies as it has
 * cases, so that no case sees another's cooldown. A class with another configuration starts a server of its own.
 */
package io.tiergate.ear.scenario;
