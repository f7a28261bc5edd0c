package io.tiergate.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends chat requests at a fixed rate, whether or not answers come, and prints p50 and p99 of the latency in ms. {@code java
 * io.tiergate.bench.FixedRate URL RATE SECONDS}. The first fifth is warm-up.
 */
public final class FixedRate {
    private static final String BODY =
            "{\"model\":\"AUTO\",\"messages\":[{\"role\":\"user\",\"content\":\"Say hello, please.\"}]}";

    private FixedRate() {}

    /** Runs one measurement. */
    @SuppressWarnings("SystemOut") // a command's output
    public static void main(String[] args) throws InterruptedException {
        URI url = URI.create(args[0]);
        int rate = Integer.parseInt(args[1]);
        int total = rate * Integer.parseInt(args[2]);
        int warm = total / 5;
        long[] nanos = new long[total];
        AtomicInteger failed = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(total);
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(BODY))
                .build();
        long start = System.nanoTime();
        for (int i = 0; i < total; i++) {
            long due = start + i * 1_000_000_000L / rate;
            LockSupport.parkNanos(Math.max(0, due - System.nanoTime()));
            int n = i;
            long sent = System.nanoTime();
            var unused = client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                    .whenComplete((response, thrown) -> {
                        nanos[n] = System.nanoTime() - sent;
                        if (thrown != null || response.statusCode() != 200) {
                            failed.incrementAndGet();
                        }
                        done.countDown();
                    });
        }
        done.await();
        long[] measured = Arrays.copyOfRange(nanos, warm, total);
        Arrays.sort(measured);
        System.out.printf(
                Locale.ROOT,
                "p50_ms=%.3f p99_ms=%.3f failed=%d%n",
                measured[measured.length / 2] / 1e6,
                measured[(int) (measured.length * 0.99)] / 1e6,
                failed.get());
    }
}
