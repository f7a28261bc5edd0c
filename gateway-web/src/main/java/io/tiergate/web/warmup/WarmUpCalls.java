package io.tiergate.web.warmup;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The client of the warm-up: whole answers, and one stream in four. */
final class WarmUpCalls {
    private static final byte[] WHOLE = body(false);
    private static final byte[] STREAM = body(true);

    private final URI target;
    private final AtomicLong calls = new AtomicLong();

    WarmUpCalls(URI target) {
        this.target = target;
    }

    /** Makes calls one after the other on some threads; returns after that time, with their number. */
    long make(int threads, Duration time) {
        long until = System.nanoTime() + time.toNanos();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(Thread.ofPlatform().name("tiergate-warm-up-" + i).daemon().start(() -> repeat(until)));
        }
        for (Thread thread : all) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return calls.get();
    }

    private void repeat(long until) {
        try {
            while (System.nanoTime() - until < 0) {
                call(calls.incrementAndGet() % 4 == 0 ? STREAM : WHOLE);
            }
        } catch (IOException e) {
            // cold code is slow, no more than that
        }
    }

    private void call(byte[] body) throws IOException {
        HttpURLConnection call = (HttpURLConnection) target.toURL().openConnection();
        call.setDoOutput(true);
        call.setRequestProperty("Content-Type", "application/json");
        call.getOutputStream().write(body);
        try (InputStream answer = call.getInputStream()) {
            answer.readAllBytes();
        }
    }

    private static byte[] body(boolean stream) {
        return "{\"model\":\"AUTO\",\"stream\":%s,\"messages\":[{\"role\":\"user\",\"content\":\"Say hello, please.\"}]}"
                .formatted(stream)
                .getBytes(StandardCharsets.UTF_8);
    }
}
