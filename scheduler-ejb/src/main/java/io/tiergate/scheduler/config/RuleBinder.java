package io.tiergate.scheduler.config;

import io.tiergate.scheduler.config.RuleConfig.Condition;
import io.tiergate.scheduler.config.RuleConfig.Target;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Binds content rules. */
record RuleBinder(Binding binding, KnownNames names) {
    private static final List<StrategyKind> STRATEGIES = Stream.of(StrategyKind.values())
            .filter(kind -> kind != StrategyKind.KEY_FIRST)
            .toList();

    /** Returns the rules; those that cannot stand are left out and reported. */
    List<RuleConfig> bind(Section gateway) {
        List<RuleConfig> rules = new ArrayList<>();
        for (Placed item : gateway.items("rules")) {
            gateway.sectionAt(item.path(), item.node()).flatMap(this::rule).ifPresent(rules::add);
        }
        return rules;
    }

    private Optional<RuleConfig> rule(Section rule) {
        Condition when = condition(rule.section("when"));
        Optional<Target> use = rule.required("use", "a chain or a strategy").flatMap(this::target);
        rule.finish();
        return use.map(target -> new RuleConfig(when, target));
    }

    private static Condition condition(Section when) {
        Map<String, String> headers = new LinkedHashMap<>();
        when.free("header").forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value.text()));
        Condition condition = new Condition(
                when.optionalInteger("min_prompt_tokens"),
                when.optionalFlag("images"),
                when.optionalFlag("tools"),
                when.optionalFlag("json_schema"),
                headers,
                when.text("key"));
        when.finish();
        return condition;
    }

    /** A chain that has the name of a strategy goes before it. */
    private Optional<Target> target(Value use) {
        String name = Normalizer.normalize(use.text(), Normalizer.Form.NFC);
        Optional<Target> target = names.chain(name)
                .<Target>map(Target.Chain::new)
                .or(() -> STRATEGIES.stream()
                        .filter(kind -> Section.name(kind).equals(name))
                        .findFirst()
                        .map(Target.Strategy::new));
        if (target.isEmpty()) {
            List<String> known = new ArrayList<>(names.chains());
            known.add(ChainConfig.AUTO);
            STRATEGIES.forEach(kind -> known.add(Section.name(kind)));
            KnownNames.unknown(use, "a chain, or preference, smart, weighted or listed", known, binding);
        }
        return target;
    }
}
