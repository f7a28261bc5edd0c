package io.tiergate.scheduler.dispatch;

import io.tiergate.scheduler.config.GatewayConfig;
import io.tiergate.scheduler.health.CooldownPolicy;
import io.tiergate.scheduler.resolve.ModelResolver;

/**
 * What one configuration came to. A request reads one snapshot from start to end.
 *
 * @param config the configuration
 * @param chat resolves the names of chat endpoints
 * @param cooldowns how long what cools
 */
public record Snapshot(GatewayConfig config, ModelResolver chat, CooldownPolicy cooldowns) {}
