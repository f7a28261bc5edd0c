package io.tiergate.web.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.exchange.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DemoAnswerTest {
    @Test
    void wholeAnswerHasTextUsageAndFinishReason() {
        JsonNode answer = to("""
                {"messages": [{"role": "user", "content": "one two"}]}""").whole();
        assertThat(answer.path("object").stringValue()).isEqualTo("chat.completion");
        assertThat(answer.path("model").stringValue()).isEqualTo("demo-chat");
        JsonNode choice = answer.path("choices").path(0);
        assertThat(choice.path("message").path("role").stringValue()).isEqualTo("assistant");
        assertThat(choice.path("message").path("content").stringValue()).contains("“one two”");
        assertThat(choice.path("finish_reason").stringValue()).isEqualTo("stop");
        int completion = answer.path("usage").path("completion_tokens").asInt();
        assertThat(completion).isGreaterThan(20);
        assertThat(answer.path("usage").path("prompt_tokens").asInt()).isEqualTo(2);
        assertThat(answer.path("usage").path("total_tokens").asInt()).isEqualTo(2 + completion);
    }

    @Test
    void chunksOfAStreamMakeTheSameTextAsTheWholeAnswer() {
        DemoAnswer answer = to("""
                {"messages": [{"role": "user", "content": [{"type": "text", "text": "parts"}]}], "stream": true}""");
        List<String> events = answer.events();
        StringBuilder text = new StringBuilder();
        for (String event : events.subList(0, events.size() - 1)) {
            JsonNode chunk = Json.parse(event);
            assertThat(chunk.path("object").stringValue()).isEqualTo("chat.completion.chunk");
            text.append(
                    chunk.path("choices").path(0).path("delta").path("content").asString(""));
        }
        assertThat(text).hasToString(content(answer)).contains("“parts”");
    }

    @Test
    void streamBeginsWithTheRoleAndEndsWithFinishReasonAndDone() {
        List<String> events = to("{}").events();
        assertThat(Json.parse(events.getFirst()).at("/choices/0/delta/role").stringValue())
                .isEqualTo("assistant");
        assertThat(Json.parse(events.get(events.size() - 2))
                        .at("/choices/0/finish_reason")
                        .stringValue())
                .isEqualTo("stop");
        assertThat(events.getLast()).isEqualTo("[DONE]");
    }

    @Test
    void streamTellsItsUsageOnlyWhereItIsAskedTo() {
        assertThat(String.join("", to("{}").events())).doesNotContain("usage");
        List<String> events =
                to("{\"stream_options\": {\"include_usage\": true}}").events();
        JsonNode last = Json.parse(events.get(events.size() - 2));
        assertThat(last.path("choices").isEmpty()).isTrue();
        assertThat(last.path("usage").path("completion_tokens").asInt()).isEqualTo(events.size() - 4);
    }

    @Test
    void answerIsCutAtMaxTokens() {
        JsonNode answer = to("{\"max_tokens\": 3}").whole();
        assertThat(answer.at("/choices/0/message/content").stringValue()).isEqualTo("This is the");
        assertThat(answer.at("/choices/0/finish_reason").stringValue()).isEqualTo("length");
        assertThat(answer.at("/usage/completion_tokens").asInt()).isEqualTo(3);
    }

    private static DemoAnswer to(String request) {
        return DemoAnswer.to(Json.parse(request), "chatcmpl-1", 1_700_000_000);
    }

    private static String content(DemoAnswer answer) {
        return answer.whole().at("/choices/0/message/content").stringValue();
    }
}
