package io.tiergate.adapters.lua;

import io.tiergate.adapter.SourceView;
import io.tiergate.adapter.exchange.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/** Scripts on fake time, with a log that can be read. */
final class Lua {
    static final SourceView SOURCE = new SourceView(
            "a", "http://a.test/v1", "m1", Json.parse("{\"region\":\"eu\",\"list\":[],\"big\":9007199254740993}"));

    final List<String> log = new ArrayList<>();

    /** Nanoseconds that the clock of scripts goes on by each time it is read. */
    final AtomicLong step = new AtomicLong();

    private final AtomicLong now = new AtomicLong();
    private Limits limits = Limits.DEFAULT;

    Lua withLimits(long instructions, Duration time, long memory) {
        limits = new Limits(instructions, time, memory);
        return this;
    }

    LuaScript script(String text) {
        LuaScript compiled = LuaScript.compile("test.lua", text, limits, () -> now.addAndGet(step.get()));
        return new LuaScript(compiled.file(), compiled.code(), limits, compiled.nanoTime(), new ListLogger());
    }

    LuaAdapter adapter(String text) {
        return LuaAdapter.of(
                script(text),
                new Completions(
                        InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000)),
                        RandomGenerator.of("L64X128MixRandom")));
    }

    /** Returns an adapter whose other functions give back what they get. */
    LuaAdapter adapterWithRequest(String body) {
        return adapter("function transform_request(request, source) " + body + "\nend\n"
                + "function transform_response(r) return r end function transform_stream_chunk(c) return c end");
    }

    /** Runs a chunk and returns its first result as JSON. */
    JsonNode run(String chunk) {
        LuaSandbox sandbox = new LuaSandbox(script(chunk));
        return sandbox.run(
                "main function", () -> sandbox.values().write(sandbox.callMain().arg1()));
    }

    /** Runs a chunk and returns its first result as compact JSON. */
    String eval(String chunk) {
        return run(chunk).toString();
    }

    private final class ListLogger implements System.Logger {
        @Override
        public String getName() {
            return "test";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
            log.add(message);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... params) {
            log.add(format);
        }
    }
}
