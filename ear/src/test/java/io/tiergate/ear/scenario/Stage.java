package io.tiergate.ear.scenario;

import io.tiergate.adapter.contract.ScriptedUpstream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one test class needs in the shared server's configuration, as YAML in which {@code @act@} stands for the name of the copy,
 * {@code @adapter@} for the adapter's id and {@code @a@} for the base URL of the upstream {@code a}. Each copy, an {@link Act}, has
 * upstreams of its own and is given out once. Sources offer a model {@code m} unless the YAML says otherwise.
 */
final class Stage {
    private final String name;
    private final List<String> upstreams;
    private final String sources;
    private final String chains;
    private final String auto;
    private final Map<AdapterPath, Deque<Act>> free = new EnumMap<>(AdapterPath.class);
    private final List<Act> acts = new ArrayList<>();

    private Stage(String name, List<String> upstreams, String sources, String chains, String auto) {
        this.name = name;
        this.upstreams = upstreams;
        this.sources = sources;
        this.chains = chains;
        this.auto = auto;
    }

    /** Returns a stage whose copies have these upstreams, still without copies, sources and chains. */
    static Stage named(String name, String... upstreams) {
        return new Stage(name, List.of(upstreams), "", "", "");
    }

    /**
     * Returns a stage of sources that all have these settings, each a tier of its own in the chain {@code @act@}, in this order.
     *
     * @param settings members of a source as in {@code retries: 0, max_concurrent: 1}; {@code @name@} is the upstream's name
     */
    static Stage tiers(String name, String settings, String... upstreams) {
        StringBuilder sources = new StringBuilder();
        StringBuilder slots = new StringBuilder();
        for (int i = 0; i < upstreams.length; i++) {
            String upstream = upstreams[i];
            sources.append("- {name: @act@-%s, adapter: @adapter@, base_url: \"@%s@/v1\", models: [m], %s}\n"
                    .formatted(upstream, upstream, settings.replace("@name@", upstream)));
            slots.append("%s{model: m, source: @act@-%s, tier: %d}".formatted(i == 0 ? "" : ", ", upstream, i + 1));
        }
        return named(name, upstreams).sources(sources.toString()).chains("@act@: {slots: [" + slots + "]}\n");
    }

    /** Returns this stage with these list items under {@code sources}. */
    Stage sources(String yaml) {
        return new Stage(name, upstreams, yaml, chains, auto);
    }

    /** Returns this stage with these members under {@code chains}. */
    Stage chains(String yaml) {
        return new Stage(name, upstreams, sources, yaml, auto);
    }

    /** Returns this stage with these list items under {@code auto}. */
    Stage auto(String yaml) {
        return new Stage(name, upstreams, sources, chains, yaml);
    }

    /** Adds copies for this path; the last word of a stage's declaration. */
    Stage copies(AdapterPath path, int count) {
        for (int i = 1; i <= count; i++) {
            Map<String, ScriptedUpstream> servers = new TreeMap<>();
            upstreams.forEach(upstream -> servers.put(upstream, ScriptedUpstream.start()));
            Act act = new Act(name + "-" + path.id() + "-" + i, path, servers);
            acts.add(act);
            free.computeIfAbsent(path, p -> new ArrayDeque<>()).add(act);
        }
        return this;
    }

    /** Adds copies for both paths; the last word of a stage's declaration. */
    Stage copies(int countForEachPath) {
        return copies(AdapterPath.PASS_THROUGH, countForEachPath).copies(AdapterPath.CONVERTED, countForEachPath);
    }

    /** Returns a copy that no test has used. */
    synchronized Act act(AdapterPath path) {
        Deque<Act> left = free.getOrDefault(path, new ArrayDeque<>());
        if (left.isEmpty()) {
            throw new AssertionError("stage " + name + " has no copy left for " + path + ": declare more copies");
        }
        return left.remove();
    }

    /** Returns a copy that no test has used, without conversion. */
    Act act() {
        return act(AdapterPath.PASS_THROUGH);
    }

    String sourcesOfAllCopies() {
        return ofAllCopies(sources);
    }

    String chainsOfAllCopies() {
        return ofAllCopies(chains);
    }

    String autoOfAllCopies() {
        return ofAllCopies(auto);
    }

    private String ofAllCopies(String yaml) {
        StringBuilder all = new StringBuilder();
        acts.forEach(act -> all.append(act.filledIn(yaml).indent(2)));
        return all.toString();
    }
}
