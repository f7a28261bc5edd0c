package io.tiergate.ear.scenario;

import static io.tiergate.adapter.contract.ScriptedUpstreamReply.eventStreamUntilClose;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.contract.ScriptedUpstreamReply;
import io.tiergate.ear.client.StreamedAnswer;
import io.tiergate.ear.process.LoggedRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S01: an upstream's stream is cut inside a character. */
@OnSharedGateway
class CharacterSplitAcrossChunksIT {
    static final Stage STAGE = Stage.tiers("split", "retries: 0", "a").copies(3);

    private static final byte[][] PIECES = {
        joined(
                "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"",
                "e4bd"),
        joined("", "a0e5a5bdf09f"),
        joined("", "8c8d", "\"},\"finish_reason\":null}]}\n\n"),
        joined(
                "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}"
                        + "\n\ndata: [DONE]\n\n",
                "")
    };

    @ParameterizedTest
    @EnumSource
    void contentIsWholeWhenWritesCutCharacters(AdapterPath path) {
        ScriptedUpstreamReply stream = eventStreamUntilClose();
        for (byte[] piece : PIECES) {
            stream = stream.bytes(piece).pause(Duration.ofMillis(20));
        }
        assertWhole(STAGE.act(path), stream);
    }

    @ParameterizedTest
    @EnumSource
    void contentIsWholeWhenEachByteComesByItself(AdapterPath path) {
        ScriptedUpstreamReply stream = eventStreamUntilClose();
        for (byte[] piece : PIECES) {
            stream = stream.bytes(piece);
        }
        assertWhole(STAGE.act(path), stream.oneByteAtATime(Duration.ofMillis(1)));
    }

    @ParameterizedTest
    @EnumSource
    void bytesThatAreNoUtf8DoNotEndTheStream(AdapterPath path) {
        Act act = STAGE.act(path);
        act.a()
                .always(eventStreamUntilClose()
                        .bytes(joined(
                                "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x", "ff", "\"}}]}\n\n"))
                        .text("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" after\"}}]}\n\n")
                        .text("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n")
                        .text("data: [DONE]\n\n"));

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).endsWith(" after");
        assertThat(answer.done()).isTrue();
        assertThat(act.logged().outcome()).isEqualTo("served");
    }

    private static void assertWhole(Act act, ScriptedUpstreamReply stream) {
        act.a().always(stream);

        StreamedAnswer answer = act.stream();

        assertThat(answer.content()).isEqualTo("你好🌍");
        assertThat(new String(answer.raw(), StandardCharsets.ISO_8859_1))
                .as("no replacement character")
                .doesNotContain("\u00ef\u00bf\u00bd");
        assertThat(answer.finishReasons()).containsExactly("stop");
        assertThat(answer.done()).isTrue();
        assertThat(answer.cut()).isFalse();
        LoggedRequest logged = act.logged();
        assertThat(logged.outcome()).isEqualTo("served");
        assertThat(logged.way()).containsExactly(act.served("a"));
    }

    private static byte[] joined(String text, String hex) {
        return joined(text, hex, "");
    }

    private static byte[] joined(String text, String hex, String more) {
        ByteArrayOutputStream piece = new ByteArrayOutputStream();
        piece.writeBytes(text.getBytes(UTF_8));
        piece.writeBytes(HexFormat.of().parseHex(hex));
        piece.writeBytes(more.getBytes(UTF_8));
        return piece.toByteArray();
    }
}
