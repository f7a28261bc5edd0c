package io.tiergate.scheduler.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The whole configuration, merged and checked: one immutable snapshot that a request reads from start to end. A key of SPEC 2 each.
 *
 * @param defaultModel {@link ChainConfig#AUTO} where names that nobody offers go to the AUTO chain; empty: they get 404
 * @param routing what holds for every request
 * @param sources in order of registration; names are unique
 * @param auto the chat chain
 * @param autoImage the image chain
 * @param chains by name, in the order of the file; without the two above
 * @param stream streaming
 * @param onContentFilter what a filtered answer leads to
 * @param sticky sticky sessions; empty: off
 * @param rules content rules, the first that fits counts
 * @param network who may be called, and who may call
 * @param cooldown how long what cools
 * @param quota quotas
 * @param adapterDir absolute; the folder of drop-in adapters
 * @param runtimeFile absolute; what the pages write
 * @param watch whether files that change are read again by themselves
 * @param adapters adapters
 * @param home absolute; the folder that all files lie in
 */
public record GatewayConfig(
        Optional<String> defaultModel,
        Routing routing,
        List<SourceConfig> sources,
        Optional<ChainConfig> auto,
        Optional<ChainConfig> autoImage,
        Map<String, ChainConfig> chains,
        StreamConfig stream,
        ContentFilterRule onContentFilter,
        Optional<StickyConfig> sticky,
        List<RuleConfig> rules,
        NetworkConfig network,
        CooldownConfig cooldown,
        QuotaConfig quota,
        Path adapterDir,
        Path runtimeFile,
        boolean watch,
        AdaptersConfig adapters,
        Path home) {
    /** The name of {@link #adapterDir} in the home where the file gives none. */
    static final String ADAPTER_DIR = "adapters";

    /** The name of {@link #runtimeFile} in the home where the file gives none. */
    static final String RUNTIME_FILE = "runtime.json";

    /** Copies. */
    public GatewayConfig {
        sources = List.copyOf(sources);
        chains = Checked.ordered(chains);
        rules = List.copyOf(rules);
    }

    /** Returns the configuration of an empty file: all defaults, no source. */
    public static GatewayConfig empty(Path home) {
        Path folder = home.toAbsolutePath().normalize();
        return new GatewayConfig(
                Optional.empty(),
                Routing.defaults(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                StreamConfig.defaults(),
                ContentFilterRule.ERROR,
                Optional.empty(),
                List.of(),
                NetworkConfig.defaults(),
                CooldownConfig.defaults(),
                QuotaConfig.defaults(),
                folder.resolve(ADAPTER_DIR),
                folder.resolve(RUNTIME_FILE),
                false,
                AdaptersConfig.defaults(),
                folder);
    }

    /** Returns it with these sources and this chat chain in place of its own. */
    public GatewayConfig with(List<SourceConfig> those, ChainConfig chat) {
        return new GatewayConfig(
                defaultModel,
                routing,
                those,
                Optional.of(chat),
                autoImage,
                chains,
                stream,
                onContentFilter,
                sticky,
                rules,
                network,
                cooldown,
                quota,
                adapterDir,
                runtimeFile,
                watch,
                adapters,
                home);
    }

    /** Returns the source of that name, enabled or not. */
    public Optional<SourceConfig> source(String name) {
        return sources.stream().filter(source -> source.name().equals(name)).findFirst();
    }

    /** Returns the id of each source's adapter by the source's name. */
    public Map<String, String> adapterBySource() {
        return sources.stream().collect(Collectors.toMap(SourceConfig::name, SourceConfig::adapter));
    }
}
