package io.tiergate.web.inbound;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Names in response headers: ASCII as it is, anything else percent-encoded (S54). Pure. */
public final class HeaderText {
    private HeaderText() {}

    /** Returns a text that may stand in a header. */
    public static String of(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c > '~' || c == '%') {
                return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
            }
        }
        return name;
    }
}
