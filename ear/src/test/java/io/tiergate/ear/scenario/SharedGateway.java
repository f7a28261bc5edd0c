package io.tiergate.ear.scenario;

import io.tiergate.ear.process.GatewayProcess;
import io.tiergate.ear.process.Program;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The one server that most classes use: started before the first of them, ended after the last. Cooldowns begin at 2 s and events
 * end at 4 MiB, so that the rules about them can be seen in seconds and without much memory; {@code default_model} is left out.
 */
final class SharedGateway extends ServerOutput implements BeforeAllCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(SharedGateway.class);

    private static GatewayProcess process;
    private static String failedStart;

    SharedGateway() {
        super(SharedGateway::get);
    }

    /** Returns the stages of all classes: a class that is not here has no sources. */
    private static List<Stage> stages() {
        return List.of(
                BoundedAttemptsIT.TURNED_ROUND,
                BoundedAttemptsIT.TEN_SOURCES,
                CharacterSplitAcrossChunksIT.STAGE,
                ClientCredentialsIT.STAGE,
                ClientCredentialsIT.WITHOUT_KEY,
                ClientGoesAwayIT.STAGE,
                CooldownEndsByItselfIT.STAGE,
                ErrorAsFirstEventIT.STAGE,
                ErrorAsFirstEventIT.WITHOUT_B,
                EventStreamFormsIT.STAGE,
                FailureAfterContentIT.STAGE,
                MissingTerminalMarkerIT.STAGE,
                ModelListIT.STAGE,
                ModelResolutionIT.STAGE,
                ModelResolutionIT.AUTO,
                ModelResolutionIT.SLASHES,
                NothingServedIT.STAGE,
                OpenAiJavaSdkIT.STAGE,
                OpenAiPythonSdkIT.STAGE,
                OwnModelNameIT.STAGE,
                ParameterRulesIT.STAGE,
                PassThroughIT.STAGE,
                ProbingIT.STAGE,
                RejectedPayloadIT.STAGE,
                RequestLimitsIT.STAGE,
                ResponseHeadersIT.STAGE,
                SilentUpstreamIT.STAGE,
                TierOneFailsIT.STAGE,
                UpstreamCommentsIT.STAGE,
                VeryLongEventIT.STAGE);
    }

    /** Returns the running server, started if need be. */
    static synchronized GatewayProcess get() {
        if (failedStart != null) {
            throw new AssertionError("the shared server did not start: " + failedStart);
        }
        if (process == null) {
            try {
                process = GatewayProcess.start(Program.underTest(), "shared", config(), Map.of());
            } catch (AssertionError e) {
                failedStart = e.getMessage().lines().findFirst().orElseThrow();
                throw e;
            }
        }
        return process;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent("process", key -> get());
    }

    private static String config() {
        return """
                cooldown: {base: 2s}
                stream: {max_event: 4MiB}
                auto:
                %ssources:
                %schains:
                %s""".formatted(
                        all(Stage::autoOfAllCopies), all(Stage::sourcesOfAllCopies), all(Stage::chainsOfAllCopies));
    }

    private static String all(Function<Stage, String> part) {
        return stages().stream().map(part).collect(Collectors.joining());
    }
}
