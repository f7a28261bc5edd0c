package io.tiergate.adapters.lua;

import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/**
 * An error inside a script, with Lua's own rules for what {@code pcall} sees: the value that {@code error} was given, and if that
 * is a text, {@code file:line:} before it.
 */
final class ScriptError extends LuaError {
    private static final long serialVersionUID = 1L;

    private static final int MAX_MESSAGE = 500;

    private LuaValue value;

    /** How many functions up the position is to be taken from; 0 where it has one, or wants none. */
    private int levelsUp;

    /**
     * Makes an error.
     *
     * @param value what a handler sees
     * @param level 1 for a position where the error was raised, 2 for the caller's, 0 for none
     */
    ScriptError(LuaValue value, int level) {
        super("");
        this.value = value;
        this.levelsUp = level;
    }

    /** Makes an error with a message and the position where it is raised. */
    ScriptError(String message) {
        this(Text.of(message), 1);
    }

    /** Returns another error of the virtual machine or of our own code as one of these. */
    static ScriptError of(RuntimeException e) {
        return switch (e) {
            case ScriptError error -> error;
            case LuaError error -> new ScriptError(String.valueOf(error.getMessage()));
            default -> {
                ScriptError error = new ScriptError("internal error: " + e);
                error.addSuppressed(e);
                yield error;
            }
        };
    }

    /** Tells it that it passes a function, the innermost first. */
    void passes(String fileAndLine) {
        if (levelsUp > 0 && --levelsUp == 0 && value instanceof LuaString text) {
            value = Text.of(fileAndLine + ": " + Text.string(text));
        }
    }

    /** Returns what a handler sees; may be nil. */
    LuaValue value() {
        return value;
    }

    /** Returns the message in one line of at most {@value #MAX_MESSAGE} characters. Runs no code of the script. */
    @Override
    public String getMessage() {
        if (value instanceof LuaString text) {
            return Text.oneLine(Text.string(text), MAX_MESSAGE);
        }
        return value.isnumber() ? value.tojstring() : "(error object is a " + value.typename() + " value)";
    }

    /** Errors are an ordinary means of scripts; Java's stack says nothing about them. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
