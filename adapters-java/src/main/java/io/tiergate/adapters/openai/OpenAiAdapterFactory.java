package io.tiergate.adapters.openai;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.AdapterFactory;
import io.tiergate.adapter.AdapterSpi;
import java.util.List;

/** Makes the adapter {@code openai}. */
public final class OpenAiAdapterFactory implements AdapterFactory {
    /** For {@link java.util.ServiceLoader}. */
    public OpenAiAdapterFactory() {}

    @Override
    public int spiMajor() {
        return AdapterSpi.MAJOR;
    }

    @Override
    public List<Adapter> adapters() {
        return List.of(new OpenAiAdapter());
    }
}
