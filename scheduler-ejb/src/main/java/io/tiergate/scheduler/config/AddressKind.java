package io.tiergate.scheduler.config;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Where an address lies, for the rules on what sources may be at (SPEC 14). An IPv4 address inside an IPv6 one counts as itself. */
public enum AddressKind {
    /** Anywhere else. */
    PUBLIC,
    /** Loopback, private, shared (RFC 6598), unique local, unspecified: by policy. */
    PRIVATE,
    /** Link-local, multicast and the clouds' metadata addresses: never. */
    REFUSED;

    /**
     * Metadata addresses that are not link-local: Alibaba, Oracle and Azure; AWS and Google over IPv6. From the providers'
     * documentation, 2026-11-30.
     */
    private static final Set<String> METADATA = Set.of(
            hex("100.100.100.200"),
            hex("192.0.0.192"),
            hex("168.63.129.16"),
            "fd000ec2000000000000000000000254",
            "fd2000ce000000000000000000000254");

    /** Prefixes, in hex digits, of IPv6 addresses that end with an IPv4 one: compatible, translated, NAT64. */
    private static final List<String> BEFORE_IPV4 =
            List.of("0".repeat(24), "0".repeat(16) + "ffff0000", "0064ff9b" + "0".repeat(16));

    /** Returns the kind of an address. */
    public static AddressKind of(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address ? ofV4(bytes) : ofV6(address, bytes);
    }

    private static AddressKind ofV4(byte[] address) {
        int a = address[0] & 0xff;
        int b = address[1] & 0xff;
        if ((a == 169 && b == 254)
                || a >= 224
                || METADATA.contains(HexFormat.of().formatHex(address))) {
            return REFUSED;
        }
        boolean isPrivate = a == 0
                || a == 10
                || a == 127
                || (a == 100 && b >= 64 && b < 128)
                || (a == 172 && b >= 16 && b < 32)
                || (a == 192 && b == 168);
        return isPrivate ? PRIVATE : PUBLIC;
    }

    private static AddressKind ofV6(InetAddress address, byte[] bytes) {
        String digits = HexFormat.of().formatHex(bytes);
        if (address.isLinkLocalAddress() || address.isMulticastAddress() || METADATA.contains(digits)) {
            return REFUSED;
        }
        if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
            return PRIVATE;
        }
        if (digits.startsWith("2002")) { // 6to4
            return ofV4(Arrays.copyOfRange(bytes, 2, 6));
        }
        if (BEFORE_IPV4.stream().anyMatch(digits::startsWith)) {
            return ofV4(Arrays.copyOfRange(bytes, 12, 16));
        }
        boolean isUniqueLocal = (bytes[0] & 0xfe) == 0xfc;
        return isUniqueLocal || address.isSiteLocalAddress() ? PRIVATE : PUBLIC;
    }

    private static String hex(String dotted) {
        StringBuilder digits = new StringBuilder();
        for (String part : dotted.split("\\.")) {
            digits.append(HexFormat.of().toHexDigits((byte) Integer.parseInt(part)));
        }
        return digits.toString();
    }
}
