package io.tiergate.adapter.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailureClassifierTest {
    static List<FailureCase> cases() {
        return FailureCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachAnswerHasItsClassScopeAndWait(FailureCase answer) {
        Failure failure = answer.classified();
        assertThat(failure.failureClass()).as(answer.toString()).isEqualTo(answer.failureClass());
        assertThat(failure.scope()).as(answer.toString()).isEqualTo(answer.scope());
        assertThat(failure.retryAfter()).as(answer.toString()).isEqualTo(answer.retryAfter());
    }
}
