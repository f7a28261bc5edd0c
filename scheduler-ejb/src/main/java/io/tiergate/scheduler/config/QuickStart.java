package io.tiergate.scheduler.config;

import io.tiergate.adapter.exchange.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The quick start by environment variables alone (SPEC 2): {@code DASHSCOPE_API_KEYS} and {@code MODEL_IDS}, both divided by commas,
 * are a source {@code dashscope} and an AUTO chain that spends its keys one after the other. {@code DASHSCOPE_BASE_URL} and
 * {@code MODEL_COOLDOWN_SECONDS} change its address and how long a used-up free tier cools.
 */
final class QuickStart {
    static final String KEYS = "DASHSCOPE_API_KEYS";
    static final String MODELS = "MODEL_IDS";
    static final String COOLDOWN = "MODEL_COOLDOWN_SECONDS";
    static final String BASE_URL = "DASHSCOPE_BASE_URL";

    /** The provider's OpenAI-compatible endpoint. */
    private static final String DASHSCOPE = "https://dashscope.aliyuncs.com/compatible-mode/v1";

    private static final String PLACE = "the environment";

    private QuickStart() {}

    /** Says whether the environment asks for it. */
    static boolean isAsked(Map<String, String> environment) {
        return !given(environment, KEYS).isEmpty();
    }

    /** Says that a configuration file stands before it. */
    static void warnThatFileWins(String file, Problems problems) {
        problems.add(
                ProblemCode.SETTING_IGNORED,
                KEYS,
                new Place(PLACE, 0, false),
                "ignored, as there is a configuration file (" + file + ")",
                "Unset it, or take the file away to start by variables alone.");
    }

    /** Returns the configuration; empty where a variable is missing or wrong, which is reported. */
    static Optional<Node.Fields> read(Map<String, String> environment, Problems problems) {
        List<String> models = list(environment, MODELS);
        if (models.isEmpty()) {
            problems.add(
                    ProblemCode.MISSING,
                    MODELS,
                    new Place(PLACE, 0, false),
                    "missing beside " + KEYS,
                    "Name the models in the order they are to be spent, divided by commas.");
            return Optional.empty();
        }
        String seconds = given(environment, COOLDOWN);
        if (!seconds.isEmpty() && !seconds.matches("[1-9][0-9]{0,9}")) {
            problems.add(
                    ProblemCode.WRONG_FORM,
                    COOLDOWN,
                    new Place(PLACE, 0, false),
                    "\"" + Problems.quote(seconds) + "\" is no number of seconds",
                    "Write a whole number from 1 on, such as 2592000 for 30 days.");
            return Optional.empty();
        }
        String base = given(environment, BASE_URL);
        StringBuilder yaml =
                new StringBuilder("default_model: AUTO\nsources:\n  - name: dashscope\n    adapter: openai\n");
        yaml.append("    base_url: ")
                .append(quoted(base.isEmpty() ? DASHSCOPE : base))
                .append('\n');
        yaml.append("    api_keys: ").append(flow(list(environment, KEYS))).append('\n');
        yaml.append("    models: ").append(flow(models)).append('\n');
        yaml.append("auto:\n  strategy: key_first\n  slots:\n");
        for (String model : models) {
            yaml.append("    - {model: ").append(quoted(model)).append(", source: dashscope, tier: 1}\n");
        }
        if (!seconds.isEmpty()) {
            yaml.append("cooldown: {free_tier: ").append(seconds).append("s}\n");
        }
        return YamlReader.read(PLACE, yaml.toString(), problems);
    }

    private static String given(Map<String, String> environment, String variable) {
        return environment.getOrDefault(variable, "").strip();
    }

    private static List<String> list(Map<String, String> environment, String variable) {
        return Arrays.stream(given(environment, variable).split(","))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .distinct()
                .toList();
    }

    private static String flow(List<String> texts) {
        return texts.stream().map(QuickStart::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    /** A JSON string is a YAML one; a dollar is doubled, as nothing in it is to be expanded again. */
    private static String quoted(String text) {
        return Json.mapper().writeValueAsString(text.replace("$", "$$"));
    }
}
