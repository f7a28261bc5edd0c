package io.tiergate.ear.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A gateway that serves: {@code bin/tiergate run} on a free port of loopback, with a home and a configuration of its own, ready.
 * Ended by its process id on {@link #close}, and with this JVM at the latest.
 */
public final class GatewayProcess implements AutoCloseable {
    /** Not what a start may take, which is measured elsewhere, but when to give up on a busy machine. */
    private static final Duration READY_WITHIN = Duration.ofMinutes(3);

    /** Open Liberty's word for an application that failed; the server stays up without it. */
    private static final String APPLICATION_FAILED = "CWWKZ0002E";

    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(30);

    /** Three seconds a server that no test needs; {@code WarmUpIT} has its own. */
    private static final String NO_WARM_UP = "-Dtiergate.warm_up_ms=0";

    private final Path home;
    private final Path output;
    private final int port;
    private final Process process;
    private final Program program;
    private final Map<String, String> environment;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private GatewayProcess(Path home, int port, Process process, Program program, Map<String, String> environment) {
        this.program = program;
        this.environment = environment;
        this.home = home;
        this.output = home.resolve("console.txt");
        this.port = port;
        this.process = process;
    }

    /**
     * Starts a gateway and waits until it is ready.
     *
     * @param name the name of its home's folder
     * @param config its config.yaml
     * @param environment variables beside those that say port, home and configuration
     * @throws AssertionError where it does not become ready; its output is in the message
     */
    public static GatewayProcess start(Program program, String name, String config, Map<String, String> environment) {
        Path home = Program.newHome(name);
        try {
            Files.writeString(home.resolve("config.yaml"), config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("TIERGATE_CONFIG", home.resolve("config.yaml").toString());
        return in(home, program, variables);
    }

    /** Starts a gateway that has no config.yaml, only variables, in a new home; waits as {@link #start} does. */
    public static GatewayProcess startWithoutFile(Program program, String name, Map<String, String> environment) {
        return in(Program.newHome(name), program, environment);
    }

    private static GatewayProcess in(Path home, Program program, Map<String, String> environment) {
        int port = freePort();
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("HTTP_PORT", Integer.toString(port));
        variables.put("TIERGATE_HOME", home.toString());
        variables.putIfAbsent("JVM_ARGS", NO_WARM_UP);
        try {
            Process process = program.start(home.resolve("console.txt"), variables, "run");
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            GatewayProcess gateway = new GatewayProcess(home, port, process, program, environment);
            gateway.awaitReady();
            return gateway;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it as {@code kill -9} does and starts it again in the same home. */
    public GatewayProcess killAndStartAgain() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return in(home, program, environment);
    }

    /** Returns the port it serves on. */
    public int port() {
        return port;
    }

    /** Returns {@code http://127.0.0.1:port}. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Returns its home. */
    public Path home() {
        return home;
    }

    /** Returns its process id: that of the server, since the program replaces itself with it. */
    public long pid() {
        return process.pid();
    }

    /** Returns its request log. */
    public RequestLog requestLog() {
        return new RequestLog(home.resolve("log/requests.jsonl"));
    }

    /** Returns the status that a GET of this path answers, or 0 where there was no answer within 2 s. */
    public int get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + path, e);
        }
    }

    /** Returns how many characters it has printed, as the start for {@link #outputFrom}. */
    public int outputLength() {
        return outputFrom(0).length();
    }

    /** Returns what it has printed after the first {@code start} characters. */
    public String outputFrom(int start) {
        try {
            return Files.readString(output).substring(start);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the server and waits for its end. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOPPED_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            http.close();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReady() {
        try {
            Eventually.eventually("ready", READY_WITHIN, () -> {
                if (!process.isAlive()) {
                    throw new AssertionError("the program exited with " + process.exitValue());
                }
                if (outputFrom(0).contains(APPLICATION_FAILED)) {
                    throw new AssertionError("the application did not start");
                }
                return get("/health/ready") == 200;
            });
        } catch (AssertionError e) {
            process.destroyForcibly();
            throw new AssertionError(e.getMessage() + "\nIts output:\n" + outputFrom(0), e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
