package io.tiergate.adapters.lua;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.contract.AdapterContract;
import io.tiergate.adapter.contract.Exchange;
import java.util.List;

class OpenAiScriptContractTest extends AdapterContract {
    @Override
    protected Adapter adapter() {
        return new LuaAdapterFactory().load("openai.lua", LuaAdapterFactory.builtIn("openai.lua"));
    }

    @Override
    protected List<Exchange> exchanges() {
        return Exchange.openAi();
    }
}
