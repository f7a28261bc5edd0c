package io.tiergate.scheduler.config;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds variables and properties that look like ours and override nothing: misspelt, or for a source that is not there. */
final class UnusedOverrides {
    private static final Place PLACE = new Place("the environment or the system properties", 0, false);

    private UnusedOverrides() {}

    /** Reports them, once all keys were asked for. */
    static void report(Binding binding) {
        Map<String, String> asked = new HashMap<>();
        binding.properties().forEach(property -> asked.put(EnvironmentName.of(property), property));
        Set<String> sections = binding.keys().stream()
                .filter(key -> key.matches("[a-z_]+"))
                .map(key -> EnvironmentName.of(KeyPath.ROOT.child(key).property()) + "_")
                .collect(Collectors.toSet());
        binding.overrides().names().stream().sorted().forEach(name -> {
            String form = EnvironmentName.of(name);
            boolean isOurs = name.startsWith("tiergate.") || name.equals(form.toUpperCase(Locale.ROOT));
            if (isOurs && !asked.containsKey(form) && sections.stream().anyMatch(form::startsWith)) {
                String remedy = NearestKey.to(form, asked.keySet())
                        .map(near -> "Did you mean " + (name.equals(form) ? near : asked.get(near)) + "?")
                        .orElse("An override changes a key of something that is there; it makes nothing.");
                binding.problems().add(ProblemCode.OVERRIDE_UNUSED, name, PLACE, "overrides no key", remedy);
            }
        });
    }
}
