package io.tiergate.scheduler.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Binds sticky sessions, of a chain or of all. */
final class StickyBinder {
    private static final String HEADER = "header:";

    private StickyBinder() {}

    /** Returns how sessions stick; empty where nothing usable says by what, which is reported. */
    static Optional<StickyConfig> bind(Section sticky) {
        List<StickyKey> by = new ArrayList<>();
        if (sticky.node("by").isEmpty()) {
            sticky.missing("by", "a list, e.g. [header:x-session-id, user]");
        }
        for (Value value : sticky.texts("by")) {
            key(value.text())
                    .ifPresentOrElse(
                            by::add,
                            () -> sticky.wrongForm(
                                    value,
                                    "header:<name>, user, prompt_cache_key, metadata.user_id or conversation",
                                    "Write e.g. header:x-session-id."));
        }
        Duration ttl = sticky.duration("ttl", StickyConfig.DEFAULT_TTL);
        sticky.finish();
        return by.isEmpty() ? Optional.empty() : Optional.of(new StickyConfig(by, ttl));
    }

    private static Optional<StickyKey> key(String text) {
        return switch (text) {
            case "user" -> Optional.of(StickyKey.Field.USER);
            case "prompt_cache_key" -> Optional.of(StickyKey.Field.PROMPT_CACHE_KEY);
            case "metadata.user_id" -> Optional.of(StickyKey.Field.METADATA_USER_ID);
            case "conversation" -> Optional.of(StickyKey.Field.CONVERSATION);
            default -> {
                String name = text.startsWith(HEADER)
                        ? text.substring(HEADER.length()).strip()
                        : "";
                yield HeaderRule.isName(name)
                        ? Optional.of(new StickyKey.Header(name.toLowerCase(Locale.ROOT)))
                        : Optional.empty();
            }
        };
    }
}
