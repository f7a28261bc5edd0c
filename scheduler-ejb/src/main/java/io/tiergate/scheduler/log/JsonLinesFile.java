package io.tiergate.scheduler.log;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.exchange.Usage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * The file {@code log/requests.jsonl}: one JSON object a request, rotated at 100 MiB, five old files kept (SPEC 13). After an
 * error the file is opened anew at the next batch.
 */
public final class JsonLinesFile implements RequestLog.RecordSink {
    private static final long ROTATE_AT = 100L << 20;
    private static final int KEPT = 5;

    private final Path file;
    private final long rotateAt;
    private OutputStream out;
    private long size;

    /** Makes the sink of a file, whose folder is made at the first write. */
    public JsonLinesFile(Path file) {
        this(file, ROTATE_AT);
    }

    JsonLinesFile(Path file, long rotateAt) {
        this.file = file;
        this.rotateAt = rotateAt;
    }

    @Override
    public void write(List<RequestRecord> records) throws IOException {
        try {
            open();
            for (RequestRecord record : records) {
                byte[] line = line(record);
                out.write(line);
                size += line.length;
            }
            out.flush();
            if (size >= rotateAt) {
                rotate();
            }
        } catch (IOException e) {
            OutputStream broken = out;
            out = null;
            if (broken != null) {
                broken.close();
            }
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
            out = null;
        }
    }

    private void open() throws IOException {
        if (out != null) {
            return;
        }
        Path folder = file.getParent();
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            if (isPosix()) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
        }
        if (isPosix() && !Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        out = new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), 64 << 10);
        size = Files.size(file);
    }

    private boolean isPosix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private void rotate() throws IOException {
        close();
        for (int i = KEPT - 1; i >= 1; i--) {
            Path older = numbered(i);
            if (Files.exists(older)) {
                Files.move(older, numbered(i + 1), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.move(file, numbered(1), StandardCopyOption.REPLACE_EXISTING);
    }

    private Path numbered(int i) {
        return file.resolveSibling(file.getFileName() + "." + i);
    }

    static byte[] line(RequestRecord r) {
        tools.jackson.core.util.ByteArrayBuilder bytes = new tools.jackson.core.util.ByteArrayBuilder(512);
        try (JsonGenerator json = Json.mapper().createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringProperty("time", r.time().toString());
            json.writeStringProperty("request_id", r.requestId());
            json.writeStringProperty("key", r.key().isEmpty() ? null : r.key());
            json.writeStringProperty("dialect", r.dialect());
            json.writeStringProperty("asked", r.asked());
            json.writeStringProperty("chain", r.chain().isEmpty() ? null : r.chain());
            json.writeStringProperty("strategy", r.strategy().isEmpty() ? null : r.strategy());
            json.writeStringProperty("outcome", r.outcome().id());
            json.writeNumberProperty("status", r.status());
            json.writeBooleanProperty("stream", r.stream());
            if (r.ttftMillis() < 0) {
                json.writeNullProperty("ttft_ms");
            } else {
                json.writeNumberProperty("ttft_ms", r.ttftMillis());
            }
            json.writeNumberProperty("ms", r.millis());
            json.writeName("usage");
            usage(json, r.usage());
            json.writeArrayPropertyStart("attempts");
            for (AttemptRecord a : r.attempts()) {
                attempt(json, a);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        bytes.append('\n');
        return bytes.toByteArray();
    }

    private static void usage(JsonGenerator json, Usage usage) {
        if (usage == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeNumberProperty("prompt", usage.prompt());
        json.writeNumberProperty("completion", usage.completion());
        json.writeNumberProperty("total", usage.total());
        json.writeNumberProperty("cached", usage.cached());
        json.writeBooleanProperty("estimated", usage.estimated());
        json.writeEndObject();
    }

    private static void attempt(JsonGenerator json, AttemptRecord a) {
        json.writeStartObject();
        json.writeNumberProperty("tier", a.tier());
        json.writeStringProperty("source", a.source());
        json.writeStringProperty("model", a.model());
        json.writeStringProperty("class", a.failureClass());
        json.writeNumberProperty("status", a.status());
        json.writeNumberProperty("ms", a.millis());
        json.writeBooleanProperty("probe", a.probe());
        if (a.message() != null) {
            json.writeStringProperty("message", a.message());
        }
        json.writeEndObject();
    }
}
