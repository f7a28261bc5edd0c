package io.tiergate.ear.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestLogTest {
    private static final String LINE = """
            {"time":"2026-11-30T00:00:00Z","request_id":"r1","asked":"m","outcome":"served","status":200,"stream":false,\
            "usage":{"prompt":3,"completion":2,"total":5,"cached":0,"estimated":false},"attempts":[\
            {"tier":1,"source":"a","model":"m","class":"transport","status":500,"ms":3,"probe":false},\
            {"tier":2,"source":"b","model":"m","class":null,"status":200,"ms":4,"probe":true}]}
            """;

    @TempDir
    private Path folder;

    @Test
    void readsARequestAndItsAttempts() throws IOException {
        LoggedRequest request = log(LINE).asked("m", 1).getFirst();

        assertThat(request.outcome()).isEqualTo("served");
        assertThat(request.status()).isEqualTo(200);
        assertThat(request.requestId()).isEqualTo("r1");
        assertThat(request.tokens()).containsExactly(3, 2, 5);
        assertThat(request.way()).containsExactly("a: transport", "b: served");
        assertThat(request.attempts().getFirst().status()).isEqualTo(500);
        assertThat(request.attempts().getLast().probe()).isTrue();
    }

    @Test
    void leavesOutALineThatIsNotYetWhole() throws IOException {
        assertThat(log(LINE + "{\"request_id\":\"r2\",").all()).hasSize(1);
    }

    @Test
    void anAbsentLogIsEmpty() {
        assertThat(new RequestLog(folder.resolve("none")).all()).isEmpty();
    }

    @Test
    void moreRequestsThanExpectedAreAFailure() throws IOException {
        RequestLog log = log(LINE + LINE);
        assertThatThrownBy(() -> log.asked("m", 1)).isInstanceOf(AssertionError.class);
    }

    private RequestLog log(String text) throws IOException {
        return new RequestLog(Files.writeString(folder.resolve("requests.jsonl"), text));
    }
}
