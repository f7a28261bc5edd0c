/**
 * The values that pass between the host and an adapter: the {@linkplain io.tiergate.adapter.exchange.NeutralRequest request} in
 * neutral form, the {@linkplain io.tiergate.adapter.exchange.UpstreamRequest call} made of it, the
 * {@linkplain io.tiergate.adapter.exchange.UpstreamResponse whole answer}, and the
 * {@linkplain io.tiergate.adapter.exchange.NeutralEvent events} that a
 * {@linkplain io.tiergate.adapter.exchange.StreamReader reader} makes of a streamed one.
 *
 * <p>All are immutable by convention: byte arrays and JSON trees are shared, not copied, and must not be changed.
 */
package io.tiergate.adapter.exchange;
