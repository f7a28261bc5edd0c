package io.tiergate.web.warmup;

import io.tiergate.scheduler.Scheduler;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Conducts the warm-up, once, from the start of the application on. */
@ApplicationScoped
public class WarmUp {
    /** How long the warm-up lasts, in milliseconds; 0 or absent: none. */
    private static final String PROPERTY = "tiergate.warm_up_ms";

    /** How long the server's port is waited for. A guess: the port opens when the applications have started. */
    private static final Duration PORT_WITHIN = Duration.ofSeconds(30);

    /** Requests at a time: enough for every layer to meet itself on another thread, few enough for two cores. A guess. */
    private static final int AT_A_TIME = 4;

    private static final System.Logger LOG = System.getLogger(WarmUp.class.getName());

    private final String token = token();
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean over;

    @EJB
    private Scheduler scheduler;

    @PostConstruct
    void decide() {
        over = Long.getLong(PROPERTY, 0) <= 0;
    }

    void start(@Observes @Initialized(ApplicationScoped.class) Object application) {
        if (!over && begun.compareAndSet(false, true)) {
            Thread.ofPlatform().name("tiergate-warm-up").daemon().start(this::run);
        }
    }

    /** Returns whether it is over, or there is none. */
    public boolean over() {
        return over;
    }

    /** Returns whether this is the word by which its requests are known. */
    boolean isMine(String word) {
        return !over && token.equals(word);
    }

    private void run() {
        try (WarmUpUpstream upstream = new WarmUpUpstream()) {
            InetSocketAddress server = server(System.getenv());
            if (server.getPort() > 0 && opens(server)) {
                scheduler.beginWarmUp(upstream.address());
                URI target =
                        URI.create("http://" + server.getHostString() + ":" + server.getPort() + "/warm-up/" + token);
                long calls = new WarmUpCalls(target).make(AT_A_TIME, Duration.ofMillis(Long.getLong(PROPERTY, 0)));
                LOG.log(System.Logger.Level.DEBUG, "{0} requests of the warm-up", calls);
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "GW4010 the warm-up failed; the first requests will be slow: " + e);
        } finally {
            over = true;
            scheduler.endWarmUp();
        }
    }

    /** Returns where the server listens, as server.xml reads it of the same variables. */
    static InetSocketAddress server(Map<String, String> environment) {
        String port = environment.getOrDefault("HTTP_PORT", "9080");
        String address = environment.getOrDefault("BIND_ADDRESS", "127.0.0.1");
        boolean everywhere = address.equals("*") || address.equals("0.0.0.0") || address.equals("::");
        return InetSocketAddress.createUnresolved(
                everywhere ? "127.0.0.1" : address, port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : 0);
    }

    private static boolean opens(InetSocketAddress server) throws IOException {
        long until = System.nanoTime() + PORT_WITHIN.toNanos();
        while (System.nanoTime() - until < 0) {
            try (Socket probe = new Socket(server.getHostString(), server.getPort())) {
                return probe.isConnected();
            } catch (IOException e) {
                try {
                    Thread.sleep(20); // the server tells nobody when its port opens
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
        }
        return false;
    }

    private static String token() {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
