package io.tiergate.adapters.openai;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.contract.AdapterContract;
import io.tiergate.adapter.contract.Exchange;
import java.util.List;

class OpenAiContractTest extends AdapterContract {
    @Override
    protected Adapter adapter() {
        return new OpenAiAdapter();
    }

    @Override
    protected List<Exchange> exchanges() {
        return Exchange.openAi();
    }
}
