package io.tiergate.scheduler.config;

import java.util.List;

/**
 * Finds models that are not reached by their own name: {@code openai/gpt-oss-20b} of another source goes to the source
 * {@code openai}, which comes first (SPEC 3).
 */
record ShadowedNames(Binding binding, Merged merged) {
    void check(List<SourceConfig> sources) {
        for (SourceConfig source : sources) {
            for (ModelEntry model : source.models()) {
                check(source, model.id(), sources);
                model.aliases().forEach(alias -> check(source, alias, sources));
            }
        }
    }

    private void check(SourceConfig source, String name, List<SourceConfig> sources) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == '/' || name.charAt(i) == ':') {
                String prefix = name.substring(0, i);
                if (sources.stream().anyMatch(other -> other.name().equals(prefix) && other.enabled())) {
                    warn(source, name, prefix);
                }
                return; // a source's name has neither, so only the first can end it
            }
        }
    }

    private void warn(SourceConfig source, String name, String prefix) {
        Placed placed = merged.sources().get(source.name());
        binding.problem(
                ProblemCode.PREFIX_SHADOWS,
                placed.path().child("models"),
                placed.place(),
                Problems.quote(name) + " of source " + source.name() + " is taken for a model of source " + prefix,
                "Ask for it as " + source.name() + "/" + Problems.quote(name)
                        + ", which always works, or rename source " + prefix + ".");
    }
}
