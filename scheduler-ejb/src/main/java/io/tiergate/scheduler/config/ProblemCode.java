package io.tiergate.scheduler.config;

import io.tiergate.scheduler.config.ConfigProblem.Severity;

/** The codes of {@link ConfigProblem}s. A retired number is not used again. */
enum ProblemCode {
    UNREADABLE(1001, Severity.ERROR),
    SYNTAX(1002, Severity.ERROR),
    DUPLICATE_KEY(1003, Severity.ERROR),
    ALIASES(1004, Severity.ERROR),
    EMPTY_FILE(1005, Severity.ERROR),
    NOT_SUPPORTED(1006, Severity.ERROR),
    VARIABLE(1007, Severity.ERROR),
    UNKNOWN_KEY(1010, Severity.ERROR),
    MISSING(1011, Severity.ERROR),
    WRONG_TYPE(1012, Severity.ERROR),
    WRONG_FORM(1013, Severity.ERROR),
    OUT_OF_RANGE(1014, Severity.ERROR),
    NAME(1015, Severity.ERROR),
    DUPLICATE_NAME(1016, Severity.ERROR),
    SAME_ENVIRONMENT_FORM(1017, Severity.ERROR),
    UNKNOWN_NAME(1018, Severity.ERROR),
    SLOT_NAMES_CHAIN(1019, Severity.ERROR),
    CREDENTIAL(1020, Severity.ERROR),
    BASE_URL(1021, Severity.ERROR),
    ADDRESS(1022, Severity.ERROR),
    WEIGHTS(1023, Severity.ERROR),
    HEADER(1024, Severity.ERROR),
    CONFLICT(1025, Severity.ERROR),
    CREDENTIAL_TRIMMED(1050, Severity.WARNING),
    PRIORITY_IGNORED(1051, Severity.WARNING),
    QUOTA_WITHOUT_PERIOD(1052, Severity.WARNING),
    PREFIX_SHADOWS(1053, Severity.WARNING),
    UNKNOWN_KEY_KEPT(1054, Severity.WARNING),
    SETTING_IGNORED(1055, Severity.WARNING),
    SLOT_IGNORED(1056, Severity.WARNING),
    OVERRIDE_UNUSED(1057, Severity.WARNING),
    READABLE_BY_OTHERS(1058, Severity.WARNING);

    private final int number;
    private final Severity severity;

    ProblemCode(int number, Severity severity) {
        this.number = number;
        this.severity = severity;
    }

    Severity severity() {
        return severity;
    }

    /** Returns e.g. {@code GW1014}. */
    String text() {
        return "GW" + number;
    }
}
