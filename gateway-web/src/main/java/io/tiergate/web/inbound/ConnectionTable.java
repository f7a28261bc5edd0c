package io.tiergate.web.inbound;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Set;

/**
 * Reads the kernel's table of connections, as proc(5) describes {@code /proc/net/tcp}: a line a connection, with the remote
 * address in hex, each 32-bit word in the machine's byte order (little-endian on all that we run on), and the state, of which 01
 * is established. Pure.
 */
final class ConnectionTable {
    private static final String ESTABLISHED = "01";
    private static final String MAPPED = "0000000000000000FFFF0000";

    private ConnectionTable() {}

    /** Adds the key of each established connection's remote end. */
    static void addEstablished(String table, Set<String> keys) {
        table.lines().skip(1).forEach(line -> {
            String[] columns = line.strip().split("\\s+", 5);
            if (columns.length >= 4 && columns[3].equals(ESTABLISHED)) {
                keys.add(columns[2].startsWith(MAPPED) ? columns[2].substring(MAPPED.length()) : columns[2]);
            }
        });
    }

    /** Returns the key of a remote end, the same for an IPv4 address that is mapped into IPv6. */
    static String key(InetAddress address, int port) {
        byte[] bytes = address.getAddress();
        StringBuilder key = new StringBuilder(2 * bytes.length + 5);
        for (int word = 0; word < bytes.length; word += 4) {
            for (int i = 3; i >= 0; i--) {
                key.append(String.format(Locale.ROOT, "%02X", bytes[word + i]));
            }
        }
        return key.append(':').append(String.format(Locale.ROOT, "%04X", port)).toString();
    }
}
