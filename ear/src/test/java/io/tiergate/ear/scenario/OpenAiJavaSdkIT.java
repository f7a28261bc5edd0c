package io.tiergate.ear.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.NotFoundException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.models.Model;
import io.tiergate.adapter.contract.ScriptedUpstream;
import io.tiergate.adapter.contract.ScriptedUpstreamChat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** OpenAI's own Java client works with nothing but another base URL. */
@OnSharedGateway
class OpenAiJavaSdkIT {
    static final Stage STAGE = Stage.tiers("java-sdk", "retries: 0", "a").copies(1);

    private static Act passThrough;
    private static Act converted;
    private static OpenAIClient client;

    @BeforeAll
    static void connect() {
        passThrough = answering(STAGE.act(AdapterPath.PASS_THROUGH));
        converted = answering(STAGE.act(AdapterPath.CONVERTED));
        client = OpenAIOkHttpClient.builder()
                .baseUrl(SharedGateway.get().url() + "/v1")
                .apiKey("any")
                .maxRetries(0)
                .build();
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    static Stream<String> names() {
        ModelResolutionIT.automatic();
        return Stream.of(
                "AUTO",
                passThrough.name(),
                passThrough.source("a") + "/m",
                converted.name(),
                converted.source("a") + ":m");
    }

    @ParameterizedTest
    @MethodSource("names")
    void wholeAnswer(String model) {
        ChatCompletion answer = client.chat().completions().create(request(model));

        assertThat(answer.choices().getFirst().message().content())
                .hasValueSatisfying(content -> assertThat(content).startsWith("answered by "));
        assertThat(answer.choices().getFirst().finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
        assertThat(answer.usage())
                .hasValueSatisfying(usage -> assertThat(usage.totalTokens()).isEqualTo(5));
    }

    @ParameterizedTest
    @MethodSource("names")
    void stream(String model) {
        ChatCompletionAccumulator accumulator = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> chunks =
                client.chat().completions().createStreaming(request(model))) {
            chunks.stream().forEach(accumulator::accumulate);
        }

        ChatCompletion answer = accumulator.chatCompletion();
        assertThat(answer.choices().getFirst().message().content())
                .hasValueSatisfying(content -> assertThat(content).startsWith("streamed by "));
        assertThat(answer.choices().getFirst().finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
    }

    @Test
    void modelsAreListedAndFound() {
        List<String> ids = client.models().list().data().stream().map(Model::id).toList();

        assertThat(ids).contains("AUTO", passThrough.name(), converted.name());
        assertThat(client.models().retrieve(passThrough.name()).id()).isEqualTo(passThrough.name());
    }

    @Test
    void anUnknownModelIsTheClientsOwnNotFound() {
        assertThatThrownBy(() -> client.chat().completions().create(request("no-such")))
                .isInstanceOfSatisfying(
                        NotFoundException.class, e -> assertThat(e.code()).contains("model_not_found"));
    }

    /** Lets its upstream answer in the way it is asked. */
    static Act answering(Act act) {
        ScriptedUpstream upstream = act.a();
        upstream.answering(request -> request.json().path("stream").asBoolean(false)
                ? ScriptedUpstreamChat.stream("streamed by ", act.name())
                : ScriptedUpstreamChat.answer("answered by " + act.name()));
        return act;
    }

    private static ChatCompletionCreateParams request(String model) {
        return ChatCompletionCreateParams.builder()
                .model(model)
                .addUserMessage("hi")
                .build();
    }
}
