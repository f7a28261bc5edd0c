package io.tiergate.ear.process;

import io.tiergate.adapter.exchange.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A gateway's request log, read anew for each question. It is written off the request path, so each question waits a bounded time. */
public final class RequestLog {
    private static final Duration WRITTEN_WITHIN = Duration.ofSeconds(5);

    private final Path file;

    /** Reads this file; it need not exist yet. */
    public RequestLog(Path file) {
        this.file = file;
    }

    /** Returns the requests written so far, in order. A line not yet whole is left out. */
    public List<LoggedRequest> all() {
        String text = text();
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(line -> new LoggedRequest(Json.parse(line)))
                .toList();
    }

    /** Returns the length of what is written so far, in bytes. */
    public long size() {
        return text().getBytes(StandardCharsets.UTF_8).length;
    }

    /** Waits for {@code count} requests that named this model, and returns all of them in order.
     *
     * @throws AssertionError where there are more, or not as many in time */
    public List<LoggedRequest> asked(String model, int count) {
        List<LoggedRequest> found =
                matching(count, "requests for " + model, r -> r.asked().equals(model));
        if (found.size() > count) {
            throw new AssertionError("expected " + count + " requests for " + model + " in the log, found " + found);
        }
        return found;
    }

    /** Waits for the request with this id. */
    public LoggedRequest withId(String requestId) {
        return matching(1, "request " + requestId, r -> r.requestId().equals(requestId))
                .getFirst();
    }

    private List<LoggedRequest> matching(int count, String what, Predicate<LoggedRequest> matches) {
        return Eventually.eventually(count + " " + what + " in " + file, WRITTEN_WITHIN, () -> {
            List<LoggedRequest> found = all().stream().filter(matches).toList();
            return found.size() >= count ? Optional.of(found) : Optional.empty();
        });
    }

    private String text() {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
