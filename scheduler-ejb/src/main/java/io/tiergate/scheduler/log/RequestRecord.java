package io.tiergate.scheduler.log;

import io.tiergate.adapter.exchange.Usage;
import java.time.Instant;
import java.util.List;

/**
 * One request at its end.
 *
 * @param time when it came
 * @param requestId its id
 * @param key the gateway key's name, "" for none
 * @param dialect the inbound API's id
 * @param asked the model that it named, shortened; "" where it named none
 * @param chain the chain that served it, "" where none was found
 * @param strategy that chain's strategy, or ""
 * @param outcome how it ended
 * @param status the HTTP status that the client got
 * @param stream whether it asked for a stream
 * @param ttftMillis time to the first event, -1 where there was none or it was no stream
 * @param millis time from its first byte read to its end
 * @param usage tokens, or null
 * @param attempts its upstream calls in order
 */
public record RequestRecord(
        Instant time,
        String requestId,
        String key,
        String dialect,
        String asked,
        String chain,
        String strategy,
        RequestOutcome outcome,
        int status,
        boolean stream,
        long ttftMillis,
        long millis,
        Usage usage,
        List<AttemptRecord> attempts) {
    /** Copies the list. */
    public RequestRecord {
        attempts = List.copyOf(attempts);
    }
}
