package io.tiergate.scheduler.stream;

import io.tiergate.adapter.exchange.StreamEvent;
import io.tiergate.adapter.failure.FailureClassifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Forwards the events of an upstream that speaks the client's dialect as they came, and looks into them for an error, a finish
 * reason and the usage only.
 */
final class PassThrough implements EventTranslator {
    private final boolean withholdUsage;
    private final StreamProgress progress = new StreamProgress();
    private final ChatFacts event = new ChatFacts();

    /** Makes one. {@code withholdUsage} is true where the usage chunk was asked for by us and not by the client. */
    PassThrough(boolean withholdUsage) {
        this.withholdUsage = withholdUsage;
    }

    @Override
    public void event(String name, byte[] buffer, int offset, int length, ByteBuilder out) {
        if (length < 32 && new StreamEvent(name, Arrays.copyOfRange(buffer, offset, offset + length)).isDone()) {
            progress.sawDone();
            return;
        }
        event.clear();
        byte[] bytes = buffer;
        int from = offset;
        int count = length;
        if (!scan(bytes, from, count)) {
            // bytes that are no UTF-8 must not end the stream: what they spell is replaced, as a client would
            bytes = new String(buffer, offset, length, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
            from = 0;
            count = bytes.length;
            event.clear();
            if (!scan(bytes, from, count)) {
                progress.sawMalformed();
                return;
            }
        }
        if (isError(name, bytes, from, count)) {
            progress.sawError(0, bytes, from, count);
            return;
        }
        progress.facts().add(event);
        boolean usageOnly = !event.choices() && event.usage() != null;
        if (!(usageOnly && withholdUsage)) {
            EventFrames.append(out, name, bytes, from, count);
        }
    }

    @Override
    public void end(ByteBuilder out) {
        // every event was forwarded when it came
    }

    @Override
    public StreamProgress progress() {
        return progress;
    }

    private boolean scan(byte[] bytes, int from, int count) {
        try {
            ChatScan.scan(bytes, from, count, event);
            return true;
        } catch (JacksonException e) {
            return false;
        }
    }

    private boolean isError(String name, byte[] bytes, int from, int count) {
        if (event.error() || name.equals("error")) {
            return true;
        }
        if (event.choices() || event.usage() != null) {
            return false;
        }
        JsonNode tree = StreamProgress.treeOf(bytes, from, count);
        return tree != null && FailureClassifier.looksLikeError(tree);
    }
}
