package io.tiergate.scheduler.chain;

import io.tiergate.scheduler.quota.QuotaLedger;
import io.tiergate.scheduler.quota.RateLimit;
import java.time.Instant;
import java.util.Optional;

/** What an attempt holds of its source's and slot's limits: a permit, a place in the minute, tokens of the quota. Thread-safe. */
final class Holding {
    private final Slot slot;
    private final RateLimit.Ticket ticket;
    private final QuotaLedger.Reservation reservation;

    private Holding(Slot slot, RateLimit.Ticket ticket, QuotaLedger.Reservation reservation) {
        this.slot = slot;
        this.ticket = ticket;
        this.reservation = reservation;
    }

    /** Takes all or nothing. What is not limited costs nothing but the permit. */
    static Optional<Holding> of(Slot slot, Demand demand, long now) {
        if (!slot.source().permits().tryAcquire()) {
            return Optional.empty();
        }
        if (!slot.isLimited()) {
            return Optional.of(new Holding(slot, null, null));
        }
        long estimate = demand.estimate(slot);
        Optional<QuotaLedger.Reservation> reservation = slot.quota() == null
                ? Optional.empty()
                : slot.quota().reserve(estimate, demand.clock().get());
        if (slot.quota() == null || reservation.isPresent()) {
            Optional<RateLimit.Ticket> ticket = slot.source().rate().tryAcquire(estimate, now);
            if (ticket.isPresent()) {
                return Optional.of(new Holding(slot, ticket.get(), reservation.orElse(null)));
            }
            reservation.ifPresent(QuotaLedger.Reservation::release);
        }
        slot.source().permits().release();
        return Optional.empty();
    }

    boolean used(long tokens, boolean estimated, Instant now) {
        if (ticket != null) {
            ticket.settle(tokens);
        }
        return reservation != null && reservation.settle(tokens, estimated, now);
    }

    /** Ends it: what was not booked as used was not used. The request counts towards {@code rpm} all the same. */
    void end() {
        if (ticket != null) {
            ticket.settle(0);
        }
        if (reservation != null) {
            reservation.release();
        }
        slot.source().permits().release();
    }

    /** Takes it all back, as nothing was sent. */
    void giveBack() {
        if (ticket != null) {
            ticket.release();
        }
        end();
    }
}
