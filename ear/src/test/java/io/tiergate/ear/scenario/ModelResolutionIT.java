package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import io.tiergate.ear.client.Call;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order in which a model's name is understood (SPEC 3), and S31: names are opaque, slashes and colons in them too. */
@OnSharedGateway
class ModelResolutionIT {
    static final Stage STAGE = Stage.named("resolution", "a", "b")
            .sources("""
                    - name: @act@-a
                      adapter: openai
                      base_url: "@a@/v1"
                      models: [{id: @act@.gpt, upstream: up-gpt, aliases: [@act@.cheap]}]
                    - name: @act@-b
                      adapter: openai
                      base_url: "@b@/v1"
                      models: [{id: @act@.shadowed, upstream: up-b}]
                    """)
            .chains("@act@.shadowed: {slots: [{model: @act@.gpt, source: @act@-a, tier: 1}]}\n")
            .copies(AdapterPath.PASS_THROUGH, 1);

    /** The AUTO chain of the shared server. */
    static final Stage AUTO =
            Stage.named("automatic", "a", "b").sources("""
                    - {name: @act@-a, adapter: openai, base_url: "@a@/v1", models: [{id: @act@.m, upstream: up-auto}]}
                    - {name: @act@-b, adapter: openai, base_url: "@b@/v1", models: [@act@.m]}
                    """).auto("""
                    - {model: @act@.m, source: @act@-a, tier: 1}
                    - {model: @act@.m, source: @act@-b, tier: 2}
                    """).copies(AdapterPath.PASS_THROUGH, 1);

    static final Stage SLASHES = Stage.named("slashes", "a").sources("""
                    - name: @act@-router
                      adapter: openai
                      base_url: "@a@/v1"
                      models: [openai/gpt-oss-20b, "anthropic/claude-3.5-sonnet:beta", "llama3:8b"]
                    """).copies(AdapterPath.PASS_THROUGH, 1);

    private static Act names;
    private static Act auto;
    private static Act slashes;

    @BeforeAll
    static void answerAlways() {
        names = STAGE.act();
        auto = automatic();
        slashes = SLASHES.act();
        for (ScriptedUpstream upstream : List.of(names.a(), names.b(), slashes.a())) {
            upstream.always(ScriptedUpstreamChat.answer("ok"));
        }
    }

    /** Returns the one copy of the AUTO chain, answering; other classes ask it too. */
    static Act automatic() {
        return Automatic.ACT;
    }

    private static final class Automatic {
        static final Act ACT = AUTO.act();

        static {
            ACT.a()
                    .answering(request -> request.json().path("stream").asBoolean(false)
                            ? ScriptedUpstreamChat.stream("streamed by ", "AUTO")
                            : ScriptedUpstreamChat.answer("answered by AUTO"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", ":"})
    void aSourceBeforeItLocksTheNameToThatSource(String separator) {
        assertReaches(names.a(), "up-gpt", names.source("a") + separator + names.name() + ".gpt");
        assertReaches(names.a(), "up-gpt", names.source("a") + separator + names.name() + ".cheap");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", ":"})
    void aNameTheLockedSourceDoesNotListGoesUpstreamAsItIs(String separator) {
        assertReaches(names.b(), "never-listed", names.source("b") + separator + "never-listed");
    }

    @Test
    void theSourceIsCutOffOnce() {
        assertReaches(names.a(), names.source("a") + "/x", names.source("a") + "/" + names.source("a") + "/x");
    }

    @Test
    void anIdAndAnAliasReachTheirModel() {
        assertReaches(names.a(), "up-gpt", names.name() + ".gpt");
        assertReaches(names.a(), "up-gpt", names.name() + ".cheap");
    }

    @Test
    void aChainComesBeforeAModelOfTheSameName() {
        assertReaches(names.a(), "up-gpt", names.name() + ".shadowed");
        assertReaches(names.b(), "up-b", names.source("b") + "/" + names.name() + ".shadowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AUTO", "auto", "Auto"})
    void autoInAnyCaseIsTheAutoChain(String name) {
        assertReaches(auto.a(), "up-auto", name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai/gpt-oss-20b", "anthropic/claude-3.5-sonnet:beta", "llama3:8b"})
    void slashesAndColonsInANameAreKept(String name) {
        assertReaches(slashes.a(), name, name);
        assertReaches(slashes.a(), name, slashes.source("router") + "/" + name);
        assertReaches(slashes.a(), name, slashes.source("router") + ":" + name);
    }

    private static void assertReaches(ScriptedUpstream upstream, String upstreamModel, String asked) {
        int before = upstream.requests().size();
        try (Call call = Act.ask(asked)) {
            assertThat(call.status()).as(asked).isEqualTo(200);
        }
        assertThat(upstream.requests()).as(asked).hasSize(before + 1);
        assertThat(upstream.request(before + 1).json().path("model").asString())
                .as(asked)
                .isEqualTo(upstreamModel);
    }
}
