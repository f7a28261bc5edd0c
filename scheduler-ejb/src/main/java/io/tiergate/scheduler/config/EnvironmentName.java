package io.tiergate.scheduler.config;

import java.util.Locale;

/** The names of environment variables that stand for keys, by the rules of MicroProfile Config. */
final class EnvironmentName {
    private EnvironmentName() {}

    /** Returns e.g. {@code TIERGATE_SOURCES_OPENAI_A_BASE_URL} for {@code tiergate.sources.openai-a.base_url}. */
    static String of(String property) {
        return underscored(property).toUpperCase(Locale.ROOT);
    }

    /** Returns the name with all but letters and digits as {@code _}, in its own case. Letters are those of any script. */
    static String underscored(String property) {
        StringBuilder name = new StringBuilder();
        property.codePoints().forEach(c -> name.appendCodePoint(Character.isLetterOrDigit(c) ? c : '_'));
        return name.toString();
    }
}
