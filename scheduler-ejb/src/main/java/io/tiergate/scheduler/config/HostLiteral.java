package io.tiergate.scheduler.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads hosts that are addresses, in all spellings that some resolver takes: {@code 169.254.169.254}, {@code 2852039166},
 * {@code 0xA9FEA9FE}, {@code 0251.0376.0251.0376}, {@code [::ffff:169.254.169.254]}. Asks no name server.
 */
final class HostLiteral {
    private HostLiteral() {}

    /** Says whether a host is meant as an IPv4 address: its last label is a number, so it is no name (WHATWG URL, 4.6). */
    static boolean isNumeric(String host) {
        String last = host.substring(host.lastIndexOf('.') + 1);
        return last.matches("[0-9]+|0[xX][0-9a-fA-F]*");
    }

    /** Says whether a numeric host is spelt as people do: four decimal numbers without zeros before them. */
    static boolean isDotted(String host) {
        return host.matches("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");
    }

    /**
     * Returns the address of a host that is one; empty for names.
     *
     * @param host without a dot at its end; an IPv6 address in brackets
     */
    static Optional<InetAddress> address(String host) {
        try {
            if (host.startsWith("[") && host.endsWith("]")) {
                return host.contains("%") ? Optional.empty() : Optional.of(InetAddress.getAllByName(host)[0]);
            }
            return isNumeric(host) ? Optional.of(InetAddress.getByAddress(v4(host))) : Optional.empty();
        } catch (UnknownHostException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Reads one to four numbers, decimal, octal or hexadecimal, of which the last fills what is left: inet_aton(3). */
    private static byte[] v4(String host) throws UnknownHostException {
        String[] parts = host.split("\\.", -1);
        if (parts.length > 4) {
            throw new UnknownHostException("more than four numbers");
        }
        long address = 0;
        for (int i = 0; i < parts.length - 1; i++) {
            address = address << 8 | number(parts[i], 0xff);
        }
        int left = 8 * (5 - parts.length);
        address = address << left | number(parts[parts.length - 1], (1L << left) - 1);
        return new byte[] {(byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address};
    }

    private static long number(String part, long most) throws UnknownHostException {
        String digits = part.toLowerCase(Locale.ROOT);
        long number;
        if (digits.startsWith("0x")) {
            number = digits.length() == 2 ? 0 : Long.parseLong(digits.substring(2), 16);
        } else {
            number = Long.parseLong(digits, digits.length() > 1 && digits.startsWith("0") ? 8 : 10);
        }
        if (number < 0 || number > most) {
            throw new UnknownHostException("a number too large");
        }
        return number;
    }
}
