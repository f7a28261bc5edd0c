package io.tiergate.scheduler.config;

/**
 * The name of a place in the configuration, three times.
 *
 * @param shown for people: {@code sources[2].base_url}
 * @param property for overrides: {@code tiergate.sources.openai-a.base_url}
 * @param pattern for the documentation: {@code sources[].base_url}
 */
record KeyPath(String shown, String property, String pattern) {
    static final KeyPath ROOT = new KeyPath("", "tiergate", "");

    KeyPath child(String key) {
        return new KeyPath(join(shown, key), property + "." + key, join(pattern, key));
    }

    /** Returns the path of a key that the author of the file made up, e.g. the name of a header. */
    KeyPath free(String key) {
        return new KeyPath(join(shown, key), property + "." + key, pattern + ".*");
    }

    KeyPath item(int index) {
        return new KeyPath(shown + "[" + index + "]", property + "[" + index + "]", pattern + "[]");
    }

    /** Returns the path with another name for overrides: that of a named item, e.g. {@code tiergate.sources.openai-a}. */
    KeyPath withProperty(String name) {
        return new KeyPath(shown, name, pattern);
    }

    private static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
