package io.tiergate.scheduler.source;

import io.tiergate.scheduler.config.Secret;
import io.tiergate.scheduler.health.SlotHealth;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** One key of a source and what is known of it. Thread-safe. */
public final class SourceKey {
    private final Secret secret;
    private final String hash;
    private final SlotHealth health = new SlotHealth();
    private final Map<String, SlotHealth> byModel = new ConcurrentHashMap<>();
    private final Map<String, KeyModelUse> useByModel = new ConcurrentHashMap<>();
    private final AtomicLong lastUsed = new AtomicLong();

    SourceKey(Secret secret) {
        this.secret = secret;
        this.hash = secret == null ? "" : sha256(secret.reveal());
    }

    /** Returns the key, or null for a source that has none. */
    public Secret secret() {
        return secret;
    }

    /** Returns the SHA-256 of the key in lower-case hex, or "" where there is none. */
    public String hash() {
        return hash;
    }

    /** Returns the health of (source, key). */
    public SlotHealth health() {
        return health;
    }

    /** Returns the health of (source, key, model). */
    public SlotHealth health(String modelId) {
        return byModel.computeIfAbsent(modelId, m -> new SlotHealth());
    }

    void forget(String modelId) {
        byModel.remove(modelId);
    }

    /** Has the use of a model kept from now on: of the models of key pools, not of any name that a client may send. */
    public void keepUse(String modelId) {
        useByModel.putIfAbsent(modelId, KeyModelUse.NONE);
    }

    /** Returns what is kept of (key, model). */
    public KeyModelUse use(String modelId) {
        return useByModel.getOrDefault(modelId, KeyModelUse.NONE);
    }

    /** Notes that (key, model) served, where its use is kept; Unix milliseconds. */
    public void served(String modelId, long now) {
        useByModel.computeIfPresent(modelId, (m, use) -> use.served(now));
    }

    /** Notes that the free tier of (key, model) was found used up, where its use is kept; Unix milliseconds. */
    public void usedUp(String modelId, String error, long now) {
        useByModel.computeIfPresent(modelId, (m, use) -> use.usedUp(error, now));
    }

    /** Takes over what the state file kept of (key, model). */
    public void restore(String modelId, KeyModelUse use) {
        useByModel.put(modelId, use);
    }

    /** Returns the turn at which it was last used: higher is later, 0 never. */
    public long lastUsed() {
        return lastUsed.get();
    }

    /** Notes that it is used at this turn. */
    public void touch(long turn) {
        lastUsed.set(turn);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
