package io.tiergate.adapters.lua;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.AdapterSpi;
import io.tiergate.adapter.ScriptAdapterFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;

/**
 * Makes adapters from Lua scripts. An adapter's id is the name of its script's file, ending included: {@code openai.lua}, so that
 * it never hides a Java adapter of the same name.
 */
public final class LuaAdapterFactory implements ScriptAdapterFactory {
    private static final List<String> BUILT_IN = List.of("openai.lua", "anthropic.lua");

    private final Completions completions = new Completions(InstantSource.system(), new java.security.SecureRandom());

    /** For {@link java.util.ServiceLoader}. */
    public LuaAdapterFactory() {}

    @Override
    public int spiMajor() {
        return AdapterSpi.MAJOR;
    }

    /** Returns the adapters of the scripts in {@code resources/lua}. */
    @Override
    public List<Adapter> adapters() {
        return BUILT_IN.stream().map(file -> load(file, builtIn(file))).toList();
    }

    @Override
    public String extension() {
        return "lua";
    }

    @Override
    public Adapter load(String fileName, String script) {
        return LuaAdapter.of(LuaScript.compile(fileName, script, Limits.DEFAULT, System::nanoTime), completions);
    }

    /** Returns the text of a built-in script. */
    static String builtIn(String file) {
        try (InputStream in = LuaAdapterFactory.class.getResourceAsStream("/lua/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
