package io.tiergate.adapter.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tiergate.adapter.Dialect;
import io.tiergate.adapter.Framing;
import io.tiergate.adapter.exchange.Headers;
import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.NeutralRequest;
import io.tiergate.adapter.exchange.StreamEvent;
import io.tiergate.adapter.exchange.UpstreamResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One recorded exchange with an upstream and what it means, read from a text file of sections:
 *
 * <pre>
 * What is special about it, in a line or two.
 * == asked
 * the request in neutral form, JSON; left out where only the answer matters
 * == sent POST /v1/messages
 * x-api-key: ${api_key}          headers that must be sent, then an empty line
 *
 * the body that must go upstream, JSON
 * == answer 200
 * the upstream's whole answer
 * == stream
 * the upstream's streamed answer, as on the wire
 * == means
 * what a client of OpenAI's API reads from either, JSON: see {@link Meaning}
 * </pre>
 *
 * <p>Every section may be left out, but an answer or a stream needs a meaning. Where both are there they mean the same.
 *
 * @param name the file's name less its ending, for messages
 */
public record Exchange(String name, Map<String, String> sections) {
    /** How a file says that the answer cannot be converted: the adapter must throw an AdapterException. */
    static final String UNREADABLE = "unreadable";

    private static final String MARK = "== ";

    /** What OpenAI-compatible upstreams send, for adapters that speak to such. */
    public static List<Exchange> openAi() {
        return load(
                Exchange.class,
                "openai/plain-text.txt",
                "openai/unusual-values.txt",
                "openai/unicode.txt",
                "openai/parallel-tool-calls.txt",
                "openai/interleaved-tool-calls.txt",
                "openai/tool-history.txt",
                "openai/reasoning.txt",
                "openai/refusal.txt",
                "openai/empty-choices.txt",
                "openai/usage-on-the-finish-chunk.txt",
                "openai/usage-in-a-chunk-of-its-own.txt",
                "openai/usage-nowhere.txt",
                "openai/error-first.txt",
                "openai/error-after-text.txt",
                "openai/no-done.txt",
                "openai/cut.txt");
    }

    /** Reads files that stand beside a class.
     *
     * @throws IllegalArgumentException where one is missing or has an unknown section */
    public static List<Exchange> load(Class<?> beside, String... files) {
        return Arrays.stream(files).map(file -> load(beside, file)).toList();
    }

    private static Exchange load(Class<?> beside, String file) {
        try (InputStream in = beside.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("no file " + file + " beside " + beside.getName());
            }
            return parse(file, new String(in.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Exchange parse(String file, String text) {
        Map<String, String> sections = new LinkedHashMap<>();
        StringBuilder body = null;
        String title = null;
        for (String line : text.split("\n", -1)) {
            if (line.startsWith(MARK)) {
                put(file, sections, title, body);
                title = line.substring(MARK.length()).strip();
                body = new StringBuilder();
            } else if (body != null) {
                body.append(line).append('\n');
            }
        }
        put(file, sections, title, body);
        String base = file.substring(file.lastIndexOf('/') + 1);
        return new Exchange(base.substring(0, base.lastIndexOf('.')), sections);
    }

    private static void put(String file, Map<String, String> sections, String title, StringBuilder body) {
        if (title == null) {
            return;
        }
        if (!List.of("asked", "sent", "answer", "stream", "means").contains(title.split(" ", 2)[0])) {
            throw new IllegalArgumentException(
                    file + ": section '" + title + "' (expected: asked, sent, answer, stream or means)");
        }
        sections.put(title, body.toString().strip());
    }

    /** Returns the request in neutral form; one of a single message where the file has none. */
    NeutralRequest asked(boolean stream) {
        String body = section("asked")
                .map(Map.Entry::getValue)
                .orElse("{\"model\":\"m1\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}");
        return new NeutralRequest(
                Dialect.OPENAI_CHAT, Json.parse(body).path("model").asString("m1"), stream, body.getBytes(UTF_8));
    }

    /** What must be sent: {@code method}, {@code path}, {@code headers} in lower case, {@code body}. */
    record Sent(String method, String path, Map<String, String> headers, JsonNode body) {}

    Optional<Sent> sent() {
        return section("sent").map(section -> {
            String[] title = section.getKey().split(" ", 3);
            String text = section.getValue();
            Map<String, String> headers = new LinkedHashMap<>();
            if (!text.startsWith("{")) {
                int blank = text.indexOf("\n\n");
                for (String line : text.substring(0, blank).split("\n", -1)) {
                    headers.put(
                            line.substring(0, line.indexOf(':')),
                            line.substring(line.indexOf(':') + 1).strip());
                }
                text = text.substring(blank);
            }
            return new Sent(title[1], title[2], headers, Json.parse(text));
        });
    }

    Optional<UpstreamResponse> answer() {
        return section("answer")
                .map(section -> new UpstreamResponse(
                        Integer.parseInt(section.getKey().split(" ", 2)[1]),
                        Headers.of("content-type", "application/json"),
                        section.getValue().getBytes(UTF_8)));
    }

    Optional<List<StreamEvent>> stream(Framing framing) {
        return section("stream").map(section -> Wire.events(section.getValue(), framing));
    }

    /** The meaning of the answer; of the streamed one where {@code streamed}, which also says how it ends. */
    JsonNode means(boolean streamed) {
        String text = section("means")
                .map(Map.Entry::getValue)
                .orElseThrow(() -> new IllegalArgumentException(name + " has an answer and no meaning"));
        if (text.equals(UNREADABLE)) {
            return Json.mapper().getNodeFactory().stringNode(UNREADABLE);
        }
        var meaning = Json.parse(text).asObject();
        return streamed ? meaning : meaning.without("ends");
    }

    private Optional<Map.Entry<String, String>> section(String kind) {
        return sections.entrySet().stream()
                .filter(section -> section.getKey().split(" ", 2)[0].equals(kind))
                .findFirst();
    }

    @Override
    public String toString() {
        return name;
    }
}
