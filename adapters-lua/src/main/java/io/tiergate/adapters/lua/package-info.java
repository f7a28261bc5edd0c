/**
 * Adapters written in Lua 5.2: those of {@code resources/lua}, and those that an operator drops into the adapter folder.
 *
 * <p>Entry: {@link io.tiergate.adapters.lua.LuaAdapterFactory}. A {@code LuaScript} is compiled once and shared; each request,
 * answer or stream gets a {@code LuaSandbox} of its own, in which an {@code Interpreter} runs under the limits of a
 * {@code Meter}. {@code LuaValues} converts between JSON and Lua. Of LuaJ it uses the compiler, the values and the tables, and none of its
 * libraries (ADR 0006).
 *
 * <p>May import the SPI, Jackson and LuaJ. No thread-locals, no locks: scripts run on the thread that calls the adapter.
 */
package io.tiergate.adapters.lua;
