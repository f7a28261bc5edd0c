package io.tiergate.adapters.lua;

import io.tiergate.adapter.AdapterException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.compiler.LuaC;

/**
 * A compiled script. Immutable and shared by all threads; {@link #open()} makes an instance with globals of its own.
 *
 * @param file the name of its file, for messages
 * @param code its main function
 * @param limits what each call may use
 * @param nanoTime a clock for the limit of time
 * @param logger where its log goes
 */
record LuaScript(String file, Prototype code, Limits limits, LongSupplier nanoTime, System.Logger logger) {
    /** Longest script in bytes: a guess at what nobody writes by hand. */
    static final int MAX_BYTES = 1 << 20;

    /**
     * Compiles a script. Text only: code that was compiled elsewhere could do anything.
     *
     * @throws AdapterException where it is no Lua 5.2; the message names file and line
     */
    static LuaScript compile(String file, String text, Limits limits, LongSupplier nanoTime) {
        byte[] bytes = (text.startsWith("\ufeff") ? text.substring(1) : text).getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new AdapterException(
                    file + ": " + bytes.length + " bytes long (expected: at most " + MAX_BYTES + ")");
        }
        try {
            Prototype code = LuaC.instance.compile(new ByteArrayInputStream(bytes), "=" + file);
            return new LuaScript(file, code, limits, nanoTime, System.getLogger("io.tiergate.adapters.lua." + file));
        } catch (LuaError e) {
            throw new AdapterException(Text.oneLine(String.valueOf(e.getMessage()), 500));
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new AdapterException(file + ": cannot be compiled: " + e, e);
        }
    }

    /**
     * Returns a new instance, its main function run.
     *
     * @throws AdapterException where that fails
     */
    LuaSandbox open() {
        LuaSandbox sandbox = new LuaSandbox(this);
        sandbox.run("main function", () -> sandbox.callMain());
        return sandbox;
    }
}
