package io.tiergate.program;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Optional;

/**
 * Main class of {@code bin/tiergate run}: sees that the ports are free, then hands over to Open Liberty in this same process.
 * Liberty itself would end with status 0 where a port is taken, and no service manager would notice.
 */
public final class Serve {
    private static final String DEFAULT_PORT = "9080";
    private static final String DEFAULT_ADDRESS = "127.0.0.1";

    private Serve() {}

    /** Takes the server's name and passes it on; exits with status 1 where a port cannot be had. */
    @SuppressWarnings("SystemOut") // a command's output
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Optional<String> problem = problem(System.getenv());
        if (problem.isPresent()) {
            System.err.println("tiergate: " + problem.get());
            System.exit(1);
        }
        Class.forName("com.ibm.ws.kernel.boot.cmdline.EnvCheck")
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
    }

    /** Returns what is wrong with the ports that these variables name, and how to mend it; empty where they are free. */
    static Optional<String> problem(Map<String, String> environment) {
        String address = environment.getOrDefault("BIND_ADDRESS", DEFAULT_ADDRESS);
        return problem("HTTP_PORT", environment.getOrDefault("HTTP_PORT", DEFAULT_PORT), address)
                .or(() -> Optional.ofNullable(environment.get("HTTPS_PORT"))
                        .flatMap(port -> problem("HTTPS_PORT", port, address)));
    }

    private static Optional<String> problem(String variable, String value, String address) {
        int port;
        try {
            port = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            port = -2;
        }
        if (port == -1) {
            return Optional.empty(); // Liberty's own word for none
        }
        if (port < 0 || port > 65_535) {
            return Optional.of(
                    "%s is '%s' (expected: a port, 1 to 65535). Set it to a free port.".formatted(variable, value));
        }
        InetSocketAddress wanted =
                address.equals("*") ? new InetSocketAddress(port) : new InetSocketAddress(address, port);
        if (wanted.isUnresolved()) {
            return Optional.of(
                    "BIND_ADDRESS is '%s', which is no address of this machine. Set it to one, or to 0.0.0.0 for all."
                            .formatted(address));
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true); // as Liberty does: connections of a server that just ended are no hindrance
            probe.bind(wanted);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(
                    "cannot listen on port %d of %s (%s): %s. Stop what listens there, or set %s to a free port."
                            .formatted(port, address, variable, e.getMessage(), variable));
        }
    }
}
