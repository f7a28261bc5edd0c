package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.adapter.failure.Failure;
import io.tiergate.scheduler.Outcome.GatewayError;
import io.tiergate.scheduler.chain.Chain;
import io.tiergate.scheduler.chain.ChainWalk;
import io.tiergate.scheduler.chain.Slot;
import io.tiergate.scheduler.chain.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The error of a request that nothing served, with the summary of every tier (SPEC 4). */
final class ChainError {
    /** What was tried and failed, in order. */
    record TriedSlot(Slot slot, Failure failure) {}

    private static final String TIMED_OUT = "timed_out";

    private final Chain chain;
    private final boolean locked;
    private final List<TriedSlot> tried;
    private final List<ChainWalk.PassedOver> standing;
    private final Instant now;

    /**
     * @param standing every slot of the chain as it stands after the last attempt
     */
    ChainError(Chain chain, boolean locked, List<TriedSlot> tried, List<ChainWalk.PassedOver> standing, Instant now) {
        this.chain = chain;
        this.locked = locked;
        this.tried = tried;
        this.standing = standing;
        this.now = now;
    }

    GatewayError toError() {
        Set<String> reasons = new HashSet<>();
        tried.forEach(t -> reasons.add(reasonOf(t.failure())));
        standing.stream().filter(p -> !wasTried(p.slot())).forEach(p -> reasons.add(p.reason()));
        String code = code(reasons);
        return new GatewayError(
                locked ? lockedStatus(reasons) : 503,
                "upstream_error",
                code,
                message(code),
                null,
                retryAfter(),
                tiers());
    }

    private static String reasonOf(Failure failure) {
        return failure.timedOut() ? TIMED_OUT : failure.failureClass().id();
    }

    private String code(Set<String> reasons) {
        String mixed = tried.isEmpty() ? "no_candidate" : "all_failed";
        if (reasons.size() != 1) {
            return mixed;
        }
        return switch (reasons.iterator().next()) {
            case "rate_limited" -> "all_rate_limited";
            case TIMED_OUT -> "all_timed_out";
            case "credentials" -> "upstream_auth_failed";
            case "quota_used_up", "free_tier_used_up" -> "quota_used_up";
            default -> mixed;
        };
    }

    private static int lockedStatus(Set<String> reasons) {
        if (reasons.size() != 1) {
            return 502;
        }
        return switch (reasons.iterator().next()) {
            case "rate_limited", "quota_used_up", "free_tier_used_up", "saturated" -> 429;
            case TIMED_OUT -> 504;
            default -> 502;
        };
    }

    private String message(String code) {
        StringBuilder text = new StringBuilder(
                switch (code) {
                    case "all_rate_limited" -> "Every source is rate limited.";
                    case "all_timed_out" -> "Every source took too long.";
                    case "upstream_auth_failed" -> "Every source refused its credentials.";
                    case "quota_used_up" -> "Every quota is used up.";
                    case "no_candidate" -> "No source can take this request now.";
                    default -> "Every source failed.";
                });
        for (TriedSlot t : tried) {
            text.append(' ')
                    .append(t.slot().source().name())
                    .append('/')
                    .append(t.slot().model().id())
                    .append(": ");
            if (t.failure().status() > 0) {
                text.append(t.failure().status()).append(' ');
            }
            text.append(t.failure().summary()).append('.');
        }
        return text.toString();
    }

    private OptionalLong retryAfter() {
        OptionalLong soonest = standing.stream()
                .map(ChainWalk.PassedOver::freeInNanos)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .min();
        return soonest.isEmpty()
                ? soonest
                : OptionalLong.of(Math.max(1, -Math.floorDiv(-soonest.getAsLong(), 1_000_000_000L)));
    }

    private ArrayNode tiers() {
        ArrayNode tiers = Json.mapper().createArrayNode();
        for (Tier tier : chain.tiers()) {
            ObjectNode node = tiers.addObject().put("tier", tier.number());
            ArrayNode slots = node.putArray("slots");
            for (TriedSlot t : triedIn(tier)) {
                ObjectNode slot = slotNode(slots, t.slot());
                if (t.failure().status() > 0) {
                    slot.put("status", t.failure().status());
                }
                slot.put("reason", t.failure().failureClass().id())
                        .put("message", t.failure().summary());
                standing.stream()
                        .filter(p -> isSame(p.slot(), t.slot()))
                        .findFirst()
                        .ifPresent(p -> freeAt(slot, p));
            }
            for (ChainWalk.PassedOver p : standing) {
                if (p.slot().tier() == tier.number() && !wasTried(p.slot())) {
                    ObjectNode slot = slotNode(slots, p.slot());
                    slot.put("reason", p.reason()).put("message", p.message());
                    freeAt(slot, p);
                }
            }
        }
        return tiers;
    }

    private List<TriedSlot> triedIn(Tier tier) {
        List<TriedSlot> here = new ArrayList<>(tried);
        here.removeIf(t -> t.slot().tier() != tier.number());
        return here;
    }

    private static ObjectNode slotNode(ArrayNode slots, Slot slot) {
        return slots.addObject()
                .put("source", slot.source().name())
                .put("model", slot.model().id());
    }

    private void freeAt(ObjectNode slot, ChainWalk.PassedOver standingNow) {
        standingNow.freeInNanos().ifPresent(nanos -> {
            if (nanos > 0) {
                slot.put(
                        "free_at",
                        now.plus(Duration.ofNanos(nanos))
                                .truncatedTo(java.time.temporal.ChronoUnit.MILLIS)
                                .toString());
            }
        });
    }

    private boolean wasTried(Slot slot) {
        return tried.stream().anyMatch(t -> isSame(t.slot(), slot));
    }

    private static boolean isSame(Slot a, Slot b) {
        return a.source() == b.source() && a.model().id().equals(b.model().id());
    }
}
