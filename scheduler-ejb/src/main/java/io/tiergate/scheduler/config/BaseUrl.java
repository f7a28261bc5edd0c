package io.tiergate.scheduler.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the base URL of a source. What it says of addresses holds for literal ones; a name is looked up, and its address checked,
 * when a connection is made.
 */
final class BaseUrl {
    private static final String EXAMPLE = "Write e.g. https://api.openai.com/v1";

    /** Names of metadata services, which resolve inside their clouds only. From the providers' documentation, 2026-11-30. */
    private static final Set<String> METADATA_NAMES =
            Set.of("metadata", "metadata.google.internal", "metadata.goog", "instance-data");

    private final Value value;
    private final Binding binding;
    private final PrivateAddresses policy;

    private BaseUrl(Value value, Binding binding, PrivateAddresses policy) {
        this.value = value;
        this.binding = binding;
        this.policy = policy;
    }

    /** Returns the URL without slashes at its end; empty where it is refused, which is reported. */
    static Optional<URI> read(Value value, Binding binding, PrivateAddresses policy) {
        return new BaseUrl(value, binding, policy).read();
    }

    private Optional<URI> read() {
        URI url;
        try {
            url = new URI(value.text().strip().replaceFirst("/+$", ""));
        } catch (URISyntaxException e) {
            return refused("no URL (expected: http or https, host, path)", EXAMPLE + ".");
        }
        String scheme = Optional.ofNullable(url.getScheme()).orElse("");
        if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
            return refused(Problems.quote(scheme) + " as scheme (expected: http or https)", EXAMPLE + ".");
        }
        String authority = Optional.ofNullable(url.getRawAuthority()).orElse("");
        if (authority.contains("@")) {
            return refused("user information before the host (expected: none)", "Put the credential into api_key.");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            return refused("a ? or # in it (expected: scheme, host, port and path)", "Put parameters into options.");
        }
        String host = host(authority);
        AddressKind kind = kind(host);
        if (kind == AddressKind.REFUSED || (kind == AddressKind.PRIVATE && policy == PrivateAddresses.DENY)) {
            return refusedAddress(kind);
        }
        if (url.getHost() == null
                || url.getPort() > 65_535
                || (HostLiteral.isNumeric(host) && !HostLiteral.isDotted(host))
                || (host.startsWith("[") && HostLiteral.address(host).isEmpty())) {
            return refused(
                    value.quoted() + " (expected: a host of ASCII letters, digits, - and ., or an address in its usual"
                            + " spelling)",
                    EXAMPLE + "; a name outside ASCII in its xn-- form.");
        }
        return Optional.of(url);
    }

    /** Returns the host of an authority as it is written, without its port and the dot that ends a full name. */
    private static String host(String authority) {
        int port = authority.startsWith("[") ? authority.indexOf(']') + 1 : authority.lastIndexOf(':');
        String host = port > 0 ? authority.substring(0, port) : authority;
        return host.replaceFirst("\\.+$", "");
    }

    private static AddressKind kind(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (METADATA_NAMES.contains(name)) {
            return AddressKind.REFUSED;
        }
        if (name.equals("localhost") || name.endsWith(".localhost")) {
            return AddressKind.PRIVATE;
        }
        return HostLiteral.address(name).map(AddressKind::of).orElse(AddressKind.PUBLIC);
    }

    private Optional<URI> refusedAddress(AddressKind kind) {
        binding.problem(
                ProblemCode.ADDRESS,
                value,
                value.quoted()
                        + (kind == AddressKind.REFUSED
                                ? " (expected: no link-local, multicast or metadata address)"
                                : " (expected: a public address, since network.private_addresses is deny)"),
                kind == AddressKind.REFUSED
                        ? "Such an address is never called; name the model server itself."
                        : "Name another server, or allow private addresses.");
        return Optional.empty();
    }

    private Optional<URI> refused(String what, String remedy) {
        binding.problem(ProblemCode.BASE_URL, value, what, remedy);
        return Optional.empty();
    }
}
