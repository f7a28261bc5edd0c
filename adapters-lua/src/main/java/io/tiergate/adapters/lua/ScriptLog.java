package io.tiergate.adapters.lua;

/** Where a script's {@code log} and {@code print} go: the log of its adapter, in bounds, so that no script can fill a disk. */
final class ScriptLog {
    /** Longest line, in characters. */
    static final int MAX_LINE = 500;

    /** Most lines that one use of a script may write: a request, a whole answer, or a stream. */
    static final int MAX_LINES = 20;

    private final System.Logger logger;
    private int lines;

    ScriptLog(System.Logger logger) {
        this.logger = logger;
    }

    void line(String text) {
        lines++;
        if (lines <= MAX_LINES) {
            logger.log(System.Logger.Level.INFO, Text.oneLine(text, MAX_LINE));
        } else if (lines == MAX_LINES + 1) {
            logger.log(System.Logger.Level.INFO, "further lines of this use are left out");
        }
    }
}
