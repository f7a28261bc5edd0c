package io.tiergate.adapter.failure;

import java.util.List;
import java.util.stream.Stream;

/** All cases, in the order of docs/failure-classes.md. */
final class FailureCases {
    private FailureCases() {}

    static List<FailureCase> all() {
        return Stream.of(
                        HostedCases.all(), ChineseCases.all(), SelfHostedCases.all(), RelayCases.all(), WordCases.all())
                .flatMap(s -> s)
                .toList();
    }
}
