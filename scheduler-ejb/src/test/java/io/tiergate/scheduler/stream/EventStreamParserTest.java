package io.tiergate.scheduler.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventStreamParserTest {
    private static final String STREAM =
            "\uFEFF: hello\n\ndata:{\"a\":1}\n\nevent: x\nid: 7\ndata: one\ndata:  two\n\ndata\n\n:c\ndata: : keepalive\n\n"
                    + "data: 你好🌍\u2028\u0085\n\nretry: 5\nunknown\ndata: last\n\n";
    private static final List<String> EVENTS = List.of("|{\"a\":1}", "x|one\n two", "|你好🌍\u2028\u0085", "|last");

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void anyLineEndInAnySplitGivesTheSameEvents(String lineEnd) throws IOException {
        byte[] bytes = STREAM.replace("\n", lineEnd).getBytes(StandardCharsets.UTF_8);
        for (int size = 1; size <= bytes.length; size++) {
            assertThat(parse(bytes, size, 1 << 20))
                    .as("pieces of %d bytes", size)
                    .isEqualTo(EVENTS);
        }
    }

    @Test
    void anEventThatTheEndCutsOffIsGivenOut() throws IOException {
        assertThat(parse("data: a\n\ndata: b".getBytes(StandardCharsets.UTF_8), 3, 100))
                .containsExactly("|a", "|b");
    }

    @Test
    void anEventAtTheLimitPassesAndOneByteMoreDoesNot() throws IOException {
        byte[] atLimit = ("data: " + "A".repeat(1000) + "\n\n").getBytes(StandardCharsets.UTF_8);
        assertThat(parse(atLimit, 10, 1006)).hasSize(1);
        byte[] over = ("data: " + "A".repeat(1007) + "\n\n").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> parse(over, 10, 1006))
                .isInstanceOf(EventTooLongException.class)
                .hasMessageContaining("1006");
    }

    @Property(tries = 300)
    void randomSplitsGiveTheSameEvents(@ForAll @Size(min = 1, max = 40) List<@IntRange(min = 1, max = 30) Integer> cuts)
            throws IOException {
        byte[] bytes = STREAM.getBytes(StandardCharsets.UTF_8);
        List<String> events = new ArrayList<>();
        EventStreamParser parser = new EventStreamParser(1 << 20);
        int from = 0;
        int i = 0;
        while (from < bytes.length) {
            int n = Math.min(cuts.get(i++ % cuts.size()), bytes.length - from);
            byte[] piece = java.util.Arrays.copyOfRange(bytes, from, from + n);
            parser.feed(piece, 0, n, collect(events));
            java.util.Arrays.fill(piece, (byte) '#'); // the caller's buffer is the caller's
            from += n;
        }
        parser.end(collect(events));
        assertThat(events).isEqualTo(EVENTS);
    }

    private static List<String> parse(byte[] bytes, int size, int limit) throws IOException {
        List<String> events = new ArrayList<>();
        EventStreamParser parser = new EventStreamParser(limit);
        for (int from = 0; from < bytes.length; from += size) {
            parser.feed(bytes, from, Math.min(size, bytes.length - from), collect(events));
        }
        parser.end(collect(events));
        return events;
    }

    private static EventHandler collect(List<String> events) {
        return (name, buffer, offset, length) ->
                events.add(name + '|' + new String(buffer, offset, length, StandardCharsets.UTF_8));
    }
}
