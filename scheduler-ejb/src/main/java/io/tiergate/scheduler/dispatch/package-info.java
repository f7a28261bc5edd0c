/**
 * One request from start to end. {@link io.tiergate.scheduler.dispatch.Dispatcher} is the entry: it resolves the model, walks the
 * chain, makes the attempts and says what came of them as an {@link io.tiergate.scheduler.Outcome}.
 *
 * <p>Imports every other package but {@code .ejb}. The dispatcher is thread-safe and blocks the calling thread, which is a
 * virtual one; everything else here belongs to one request.
 */
package io.tiergate.scheduler.dispatch;
