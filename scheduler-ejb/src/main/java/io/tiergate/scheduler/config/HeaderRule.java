package io.tiergate.scheduler.config;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads the headers of a source. No message holds a value, which may be a credential. */
final class HeaderRule {
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    /** Headers that belong to one connection or say how long a body is: the gateway's own business (RFC 9110, 7.6.1). */
    private static final Set<String> OF_THE_CONNECTION = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /** Headers that are known to carry credentials. */
    private static final Set<String> OF_CREDENTIALS =
            Set.of("api-key", "authorization", "cookie", "proxy-authorization", "x-api-key", "x-goog-api-key");

    private HeaderRule() {}

    static boolean isName(String name) {
        return name.matches(TOKEN);
    }

    static boolean carriesCredential(String name) {
        return OF_CREDENTIALS.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Returns the headers; those that are refused are left out and reported. */
    static Map<String, String> read(Map<String, Value> headers, Binding binding) {
        Map<String, String> read = new LinkedHashMap<>();
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, value) -> {
            String text = value.text().strip();
            String trouble = names.add(name) ? trouble(name, text) : "the header for the second time, in another case";
            if (trouble.isEmpty()) {
                read.put(name, text);
            } else {
                binding.problem(
                        ProblemCode.HEADER,
                        value,
                        trouble,
                        "Change or drop the header; text outside ASCII can be percent-encoded.");
            }
        });
        return read;
    }

    private static String trouble(String name, String value) {
        if (!isName(name)) {
            return "no name of a header (expected: letters, digits and -)";
        }
        if (OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
            return "a header that belongs to the connection (expected: another one)";
        }
        if (value.chars().anyMatch(c -> (c < 0x20 && c != '\t') || c > 0x7e)) {
            return "a value with a line break, a control character or one outside ASCII (expected: printable ASCII)";
        }
        return "";
    }
}
