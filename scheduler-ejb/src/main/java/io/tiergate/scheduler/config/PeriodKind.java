package io.tiergate.scheduler.config;

/** When the use of a slot's {@code token_quota} starts from 0 again (SPEC 4). In a file: the name in lower case. */
public enum PeriodKind {
    /** On the hour, in {@code quota.zone}. */
    HOUR,
    /** At midnight. */
    DAY,
    /** On Monday at 00:00. */
    WEEK,
    /** On the 1st at 00:00. */
    MONTH,
    /** A window of {@code hours} hours that starts at the first use after the last one ended. */
    NHOUR,
    /** Never. */
    TOTAL
}
