package io.tiergate.adapter.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tiergate.adapter.Framing;
import io.tiergate.adapter.exchange.StreamEvent;
import java.util.ArrayList;
import java.util.List;

/** Cuts the text of a recorded stream into events, as the host does: enough of it for recordings, which have no odd line ends. */
final class Wire {
    private Wire() {}

    static List<StreamEvent> events(String text, Framing framing) {
        return switch (framing) {
            case JSON_LINES ->
                text.lines()
                        .filter(line -> !line.isBlank())
                        .map(line -> new StreamEvent("", line.getBytes(UTF_8)))
                        .toList();
            case EVENT_STREAM -> eventStream(text);
        };
    }

    private static List<StreamEvent> eventStream(String text) {
        List<StreamEvent> events = new ArrayList<>();
        for (String block : text.split("\n{2,}")) {
            String name = "";
            List<String> data = new ArrayList<>();
            for (String line : block.split("\n", -1)) {
                if (line.startsWith("event:")) {
                    name = line.substring("event:".length()).strip();
                } else if (line.startsWith("data:")) {
                    String value = line.substring("data:".length());
                    data.add(value.startsWith(" ") ? value.substring(1) : value);
                }
            }
            if (!data.isEmpty()) {
                events.add(new StreamEvent(name, String.join("\n", data).getBytes(UTF_8)));
            }
        }
        return events;
    }
}
