package io.tiergate.scheduler.stream;

import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.NeutralEvent;
import io.tiergate.adapter.exchange.StreamEvent;
import io.tiergate.adapter.exchange.StreamReader;
import java.util.Arrays;

/** Sends an upstream's events through the adapter's reader and writes the neutral chunks it makes of them. */
final class Converting implements EventTranslator {
    private final StreamReader reader;
    private final boolean withholdUsage;
    private final StreamProgress progress = new StreamProgress();
    private final ChatFacts event = new ChatFacts();

    Converting(StreamReader reader, boolean withholdUsage) {
        this.reader = reader;
        this.withholdUsage = withholdUsage;
    }

    @Override
    public void event(String name, byte[] buffer, int offset, int length, ByteBuilder out) {
        StreamEvent upstreamEvent = new StreamEvent(name, Arrays.copyOfRange(buffer, offset, offset + length));
        try {
            reader.event(upstreamEvent, neutral -> write(neutral, out));
        } catch (AdapterException e) {
            progress.sawMalformed();
        }
    }

    @Override
    public void end(ByteBuilder out) {
        try {
            reader.end(neutral -> write(neutral, out));
        } catch (AdapterException e) {
            progress.sawMalformed();
        }
    }

    @Override
    public StreamProgress progress() {
        return progress;
    }

    private void write(NeutralEvent neutral, ByteBuilder out) {
        if (progress.over()) {
            return;
        }
        switch (neutral) {
            case NeutralEvent.Done() -> progress.sawDone();
            case NeutralEvent.Failed(int status, var body) -> {
                byte[] bytes = Json.write(body);
                progress.sawError(status, bytes, 0, bytes.length);
            }
            case NeutralEvent.Chunk(var chunk) -> {
                event.clear();
                ChatScan.scan(chunk, event);
                byte[] bytes = Json.write(chunk);
                if (event.error()) {
                    progress.sawError(0, bytes, 0, bytes.length);
                    return;
                }
                progress.facts().add(event);
                if (event.choices() || event.usage() == null || !withholdUsage) {
                    EventFrames.append(out, "", bytes, 0, bytes.length);
                }
            }
        }
    }
}
