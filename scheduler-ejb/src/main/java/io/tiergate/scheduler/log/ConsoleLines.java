package io.tiergate.scheduler.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One short line a request on the console. Written in batches and straight to the process's output: through the server's own
 * logging a line costs as much as a request.
 */
public final class ConsoleLines implements RequestLog.RecordSink {
    private final OutputStream console;

    /** Makes the sink of the process's standard output. */
    public ConsoleLines() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    ConsoleLines(OutputStream console) {
        this.console = console;
    }

    @Override
    public void write(List<RequestRecord> records) throws IOException {
        StringBuilder lines = new StringBuilder(128 * records.size());
        for (RequestRecord r : records) {
            append(lines, r);
        }
        console.write(lines.toString().getBytes(StandardCharsets.UTF_8));
        console.flush();
    }

    @Override
    public void close() {
        // the process's output stays open
    }

    private static void append(StringBuilder lines, RequestRecord r) {
        lines.append(r.time()).append(' ').append(r.requestId()).append(' ').append(r.dialect());
        lines.append(' ').append(r.asked().isEmpty() ? "-" : r.asked()).append(" ->");
        if (r.attempts().isEmpty()) {
            lines.append(" -");
        }
        for (AttemptRecord a : r.attempts()) {
            lines.append(' ').append(a.source()).append('/').append(a.model());
            if (a.failureClass() != null) {
                lines.append('(').append(a.failureClass()).append(')');
            }
        }
        lines.append(' ').append(r.outcome().id()).append(' ').append(r.status());
        lines.append(' ').append(r.millis()).append(" ms\n");
    }
}
