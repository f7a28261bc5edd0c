package io.tiergate.adapters.lua;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.AdapterDescriptor;
import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.SourceView;
import io.tiergate.adapter.exchange.NeutralRequest;
import io.tiergate.adapter.exchange.StreamReader;
import io.tiergate.adapter.exchange.UpstreamRequest;
import io.tiergate.adapter.exchange.UpstreamResponse;
import io.tiergate.adapter.failure.FailureClass;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * An adapter whose conversions a script does: the contract of SPEC 11, told to authors in {@code docs/adapters.md}. Speaks no
 * dialect natively, so that every request goes through the script.
 */
final class LuaAdapter implements Adapter {
    static final String TRANSFORM_REQUEST = "transform_request";
    static final String TRANSFORM_RESPONSE = "transform_response";
    static final String TRANSFORM_STREAM_CHUNK = "transform_stream_chunk";
    static final String CLASSIFY_ERROR = "classify_error";

    private final AdapterDescriptor descriptor;
    private final LuaScript script;
    private final Completions completions;
    private final boolean classifies;

    private LuaAdapter(AdapterDescriptor descriptor, LuaScript script, Completions completions, boolean classifies) {
        this.descriptor = descriptor;
        this.script = script;
        this.completions = completions;
        this.classifies = classifies;
    }

    /**
     * Returns the adapter of a script, run once to see what it defines.
     *
     * @throws AdapterException where it fails, lacks a function, or its file's name is no adapter id
     */
    static LuaAdapter of(LuaScript script, Completions completions) {
        LuaSandbox trial = script.open();
        for (String function : List.of(TRANSFORM_REQUEST, TRANSFORM_RESPONSE, TRANSFORM_STREAM_CHUNK)) {
            if (!trial.defines(function)) {
                throw new AdapterException(script.file() + ": defines no function " + function
                        + " (expected: a global function of this name, not a local one)");
            }
        }
        try {
            AdapterDescriptor descriptor = new AdapterDescriptor(script.file(), Set.of());
            return new LuaAdapter(descriptor, script, completions, trial.defines(CLASSIFY_ERROR));
        } catch (IllegalArgumentException e) {
            throw new AdapterException(script.file() + ": " + e.getMessage() + "; rename the file", e);
        }
    }

    @Override
    public AdapterDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public UpstreamRequest request(NeutralRequest request, SourceView source) {
        LuaSandbox sandbox = script.open();
        return sandbox.run(TRANSFORM_REQUEST, () -> {
            LuaValue body = sandbox.values().read(request.body());
            Varargs results = sandbox.call(TRANSFORM_REQUEST, LuaValue.varargsOf(body, view(source, sandbox)));
            return LuaCalls.of(results, sandbox.values());
        });
    }

    @Override
    public JsonNode response(UpstreamResponse response, SourceView source) {
        LuaSandbox sandbox = script.open();
        JsonNode completion = sandbox.run(TRANSFORM_RESPONSE, () -> {
            LuaValue answer = answer(response, sandbox);
            Varargs results = sandbox.call(TRANSFORM_RESPONSE, LuaValue.varargsOf(answer, view(source, sandbox)));
            return sandbox.values().write(results.arg1());
        });
        return completions.whole(completion, script.file(), source);
    }

    private LuaValue answer(UpstreamResponse response, LuaSandbox sandbox) {
        try {
            return sandbox.values().read(response.body());
        } catch (JacksonException e) {
            throw new AdapterException(
                    script.file() + ": the answer is not JSON but "
                            + response.headers().first("content-type").orElse("of no stated type")
                            + " (expected: application/json); check the source's base_url",
                    e);
        }
    }

    @Override
    public StreamReader streamReader(NeutralRequest request, SourceView source) {
        LuaSandbox sandbox = script.open();
        LuaValue view = sandbox.run(TRANSFORM_STREAM_CHUNK, () -> view(source, sandbox));
        return new LuaStreamReader(script.file(), sandbox, view, completions.chunks(source));
    }

    /** {@inheritDoc} A script that fails here is told in its log, and the host's rules are used. */
    @Override
    public Optional<FailureClass> classify(UpstreamResponse response) {
        if (!classifies) {
            return Optional.empty();
        }
        try {
            LuaSandbox sandbox = script.open();
            return sandbox.run(CLASSIFY_ERROR, () -> failureClass(sandbox, response));
        } catch (AdapterException e) {
            script.logger().log(System.Logger.Level.WARNING, e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<FailureClass> failureClass(LuaSandbox sandbox, UpstreamResponse response) {
        LuaTable headers = new LuaTable();
        response.headers()
                .asMap()
                .forEach((name, values) -> headers.set(Text.of(name), Text.of(String.join(", ", values))));
        LuaValue status = LuaValue.valueOf(response.status());
        LuaValue body = JsonOrText.read(response.body(), sandbox.values());
        LuaValue answer = sandbox.call(CLASSIFY_ERROR, LuaValue.varargsOf(status, body, headers))
                .arg1();
        if (answer.isnil()) {
            return Optional.empty();
        }
        String id = answer instanceof LuaString text ? Text.string(text) : answer.typename();
        Optional<FailureClass> failureClass = FailureClass.ofId(id);
        if (failureClass.isEmpty()) {
            throw new ScriptError(
                    "returned '" + Text.oneLine(id, 60) + "' (expected: nil or a class such as rate_limited)");
        }
        return failureClass;
    }

    /** What a script sees of its source; a new table, the script's own to change. */
    private static LuaValue view(SourceView source, LuaSandbox sandbox) {
        LuaTable view = new LuaTable(0, 4);
        view.rawset(Names.of("name"), Text.of(source.name()));
        view.rawset(Names.of("base_url"), Text.of(source.baseUrl()));
        view.rawset(Names.of("model"), Text.of(source.model()));
        view.rawset(Names.of("options"), sandbox.values().read(source.options()));
        return view;
    }
}
