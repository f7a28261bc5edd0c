package io.tiergate.adapter.failure;

/** Makes an upstream's text fit to be shown. */
final class MessageText {
    /** The longest text in a log, a list of attempts or a page, in characters. */
    static final int LINE = 300;

    /** The longest text that goes on to a client unaltered, in characters: upstreams stay far below. */
    static final int WHOLE = 4_096;

    private MessageText() {}

    /** Returns one line without control characters, at most {@link #LINE} characters. */
    static String line(String text) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), LINE));
        boolean space = false;
        for (int i = 0; i < text.length() && line.length() < LINE; i++) {
            char c = text.charAt(i);
            if (isBreak(c)) {
                space = !line.isEmpty();
                continue;
            }
            if (space) {
                line.append(' ');
                space = false;
            }
            line.append(c);
        }
        return cut(line.toString(), LINE);
    }

    /** Returns the text as it is but for control characters other than line feed and tab. */
    static String whole(String text) {
        String head = cut(text, WHOLE);
        StringBuilder kept = new StringBuilder(head.length());
        head.chars()
                .filter(c -> c == '\n' || c == '\t' || !Character.isISOControl(c))
                .forEach(c -> kept.append((char) c));
        return kept.toString();
    }

    /** White space, control characters, and those that turn the direction of writing or break lines in a terminal. */
    private static boolean isBreak(char c) {
        return Character.isWhitespace(c)
                || Character.isISOControl(c)
                || c == '\u2028'
                || c == '\u2029'
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }

    private static String cut(String text, int longest) {
        int end = Math.min(text.length(), longest);
        boolean halfPair = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, halfPair ? end - 1 : end);
    }
}
