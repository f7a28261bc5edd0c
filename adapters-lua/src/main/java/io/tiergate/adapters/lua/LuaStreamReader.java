package io.tiergate.adapters.lua;

import static io.tiergate.adapters.lua.LuaAdapter.TRANSFORM_STREAM_CHUNK;

import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.exchange.NeutralEvent;
import io.tiergate.adapter.exchange.StreamEvent;
import io.tiergate.adapter.exchange.StreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Feeds one stream to a script. {@code [DONE]} is the host's: the script hears of the end by its one call with nil, whether the
 * upstream said {@code [DONE]} or its body ended, and the event {@link NeutralEvent.Done} follows only what was said: by
 * {@code [DONE]}, or by the script, which may return the text {@code [DONE]} where its upstream has another way to say so.
 */
final class LuaStreamReader implements StreamReader {
    private static final String DONE = "[DONE]";
    private static final LuaString EVENT = LuaString.valueOf("event");

    private final String file;
    private final LuaSandbox sandbox;
    private final LuaValue source;
    private final Completions.Filling filling;

    /** Whether the script had its call with nil. */
    private boolean ended;

    /** Whether a failure or the end was told. */
    private boolean over;

    LuaStreamReader(String file, LuaSandbox sandbox, LuaValue source, Completions.Filling filling) {
        this.file = file;
        this.sandbox = sandbox;
        this.source = source;
        this.filling = filling;
    }

    @Override
    public void event(StreamEvent event, Consumer<NeutralEvent> out) {
        if (over || isNoise(event.data())) {
            return;
        }
        if (event.isDone()) {
            end(out);
            if (!over) {
                over = true;
                out.accept(new NeutralEvent.Done());
            }
            return;
        }
        emit(
                sandbox.run(TRANSFORM_STREAM_CHUNK, () -> {
                    sandbox.state().rawset(EVENT, event.name().isEmpty() ? LuaValue.NIL : Text.of(event.name()));
                    return chunks(JsonOrText.read(event.data(), sandbox.values()));
                }),
                out);
    }

    @Override
    public void end(Consumer<NeutralEvent> out) {
        if (!over && !ended) {
            ended = true;
            emit(
                    sandbox.run(TRANSFORM_STREAM_CHUNK, () -> {
                        sandbox.state().rawset(EVENT, LuaValue.NIL);
                        return chunks(LuaValue.NIL);
                    }),
                    out);
        }
    }

    /** No data at all, or a keep-alive comment that a proxy between us wrapped as data ({@code data: : keepalive}). */
    private static boolean isNoise(byte[] data) {
        int i = 0;
        while (i < data.length && data[i] <= ' ' && data[i] >= 0) {
            i++;
        }
        return i == data.length || data[i] == ':';
    }

    /** Runs the script; what it returned is passed on later, as taking it may last longer than a script may run. */
    private List<NeutralEvent> chunks(LuaValue chunk) {
        LuaValue result = sandbox.call(TRANSFORM_STREAM_CHUNK, LuaValue.varargsOf(chunk, sandbox.state(), source))
                .arg1();
        if (result.isnil()) {
            return List.of();
        }
        List<NeutralEvent> events = new ArrayList<>();
        if (result instanceof LuaTable table && isList(table)) {
            for (int i = 1; i <= table.rawlen(); i++) {
                events.add(event(table.rawget(i)));
            }
        } else {
            events.add(event(result));
        }
        return events;
    }

    private static boolean isList(LuaTable table) {
        return table.rawlen() > 0 || table.next(LuaValue.NIL).arg1().isnil();
    }

    private NeutralEvent event(LuaValue chunk) {
        if (chunk instanceof LuaString text && Text.string(text).equals(DONE)) {
            return new NeutralEvent.Done();
        }
        JsonNode json = sandbox.values().write(chunk);
        if (!(json instanceof ObjectNode object)) {
            throw wrong("a " + chunk.typename());
        }
        JsonNode error = object.path("error");
        if (!error.isMissingNode() && !error.isNull()) {
            return new NeutralEvent.Failed(status(error), object);
        }
        if (!object.path("choices").isArray()) {
            if (!object.path("usage").isObject()) {
                throw wrong("a table without 'choices', 'usage' and 'error'");
            }
            object.putArray("choices");
        }
        return new NeutralEvent.Chunk(filling.into(object));
    }

    private AdapterException wrong(String what) {
        return new AdapterException(file + ": " + TRANSFORM_STREAM_CHUNK + " returned " + what
                + " (expected: a chat.completion.chunk, a list of them, or nothing)");
    }

    private static int status(JsonNode error) {
        int status = error.path("code").asInt(0);
        return status >= 400 && status <= 599 ? status : 0;
    }

    private void emit(List<NeutralEvent> events, Consumer<NeutralEvent> out) {
        for (NeutralEvent event : events) {
            if (!over) {
                over = !(event instanceof NeutralEvent.Chunk);
                out.accept(event);
            }
        }
    }
}
