package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.exchange.Usage;
import io.tiergate.adapter.failure.Failure;
import io.tiergate.adapter.failure.FailureClass;
import io.tiergate.scheduler.chain.Admission;
import io.tiergate.scheduler.health.CooldownPolicy;
import io.tiergate.scheduler.quota.QuotaLedger;
import io.tiergate.scheduler.time.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** Settles how the attempts of one request ended: with the slot's health, the key's records, and whoever listens. */
final class Books {
    private final CooldownPolicy cooldowns;
    private final RequestTrace trace;
    private final TimeSource time;
    private final RequestListener listener;

    Books(CooldownPolicy cooldowns, RequestTrace trace, TimeSource time, RequestListener listener) {
        this.cooldowns = cooldowns;
        this.trace = trace;
        this.time = time;
        this.listener = listener;
    }

    /** Books what an attempt used, before it is settled. A quota that this used up must last. */
    void used(Admission admission, Usage usage) {
        if (usage != null && admission.used(usage.total(), usage.estimated(), time.instant())) {
            trace.mustLast();
        }
    }

    void succeeded(Admission admission) {
        admission.key().served(admission.slot().model().id(), time.instant().toEpochMilli());
        admission.succeeded(time.nanoTime()).ifPresent(w -> {
            trace.mustLast();
            listener.cooldownClosed(admission.slot(), w);
        });
    }

    void failed(Admission admission, Failure failure) {
        if (failure.failureClass() == FailureClass.FREE_TIER_USED_UP) {
            admission
                    .key()
                    .usedUp(
                            admission.slot().model().id(),
                            failure.summary(),
                            time.instant().toEpochMilli());
        }
        admission.failed(failure, policy(admission, failure), time.nanoTime()).ifPresent(w -> {
            trace.mustLast();
            listener.cooldownOpened(admission.slot(), w, failure);
        });
    }

    private CooldownPolicy policy(Admission admission, Failure failure) {
        QuotaLedger quota = admission.slot().quota();
        if (quota == null || failure.failureClass() != FailureClass.QUOTA_USED_UP) {
            return cooldowns;
        }
        Instant now = time.instant();
        return quota.periodEnd(now)
                .map(end -> cooldowns.untilPeriodEnds(Duration.between(now, end)))
                .orElse(cooldowns);
    }
}
