/**
 * A client on a bare socket: {@link io.tiergate.ear.client.Call} is one request and its answer, byte by byte where that matters;
 * {@link io.tiergate.ear.client.StreamedAnswer} is what a chat client makes of a stream.
 */
package io.tiergate.ear.client;
