package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.scheduler.config.RuleConfig.Condition;
import io.tiergate.scheduler.config.RuleConfig.Target;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Holds tests, documentation and sample to the keys that there are: a key that one of them lacks fails the build. */
class EveryKeyTest {
    private static final Path HOME = Path.of("home").toAbsolutePath();
    private static final Path DOCUMENTATION = Path.of("../docs/configuration.md");
    private static final Path SAMPLE = Path.of("../liberty-config/conf/config.yaml");

    private final Node.Fields everything = parse(resource("everything.yaml"));

    @Test
    void everyKeyThatIsReadStandsInTheFileOfThisTest() {
        Binding binding = newBinding();
        bind(everything, binding);

        assertThat(keysOfConfigYaml(binding)).isSubsetOf(patterns(everything));
    }

    @Test
    void everyKeyOfTheFileHasAnEffect() {
        GatewayConfig whole = bind(everything, newBinding());
        List<String> without = new ArrayList<>();
        for (String path : paths(everything, "")) {
            if (path.startsWith("source_templates")) {
                continue; // no part of the snapshot; TemplatesTest has them
            }
            Binding binding = newBinding();
            GatewayConfig rest = bind((Node.Fields) without(everything, "", path), binding);
            if (rest.equals(whole) && !binding.problems().hasErrors()) {
                without.add(path);
            }
        }
        assertThat(without).containsExactly("sources[0].models[0].priority");
    }

    @Test
    void everyValueArrivesInItsPlace() {
        GatewayConfig config = bind(everything, newBinding());

        assertThat(config)
                .isEqualTo(new GatewayConfig(
                        Optional.of("AUTO"),
                        new Routing(
                                5,
                                Duration.ofMinutes(9),
                                StrategyKind.WEIGHTED,
                                Optional.of(StrategyKind.SMART),
                                new SmartConfig(
                                        new Weights(0.1, 0.2, 0.3, 0.4),
                                        50,
                                        0.7,
                                        0.4,
                                        11,
                                        Duration.ofSeconds(61),
                                        Duration.ofMinutes(11),
                                        21,
                                        false)),
                        List.of(first(), second()),
                        Optional.of(ChainConfig.of(
                                "AUTO", StrategyKind.LISTED, List.of(SlotConfig.of("small", "first", 1)))),
                        Optional.of(ChainConfig.of(
                                "AUTO_IMAGE", StrategyKind.PREFERENCE, List.of(SlotConfig.of("picture", "first", 1)))),
                        Map.of("writer", writer()),
                        new StreamConfig(8 << 20, 2 << 20, Duration.ofSeconds(61), RescueKind.HOLD),
                        ContentFilterRule.NEXT,
                        Optional.of(new StickyConfig(
                                List.of(
                                        new StickyKey.Header("x-session-id"),
                                        StickyKey.Field.USER,
                                        StickyKey.Field.PROMPT_CACHE_KEY,
                                        StickyKey.Field.METADATA_USER_ID),
                                Duration.ofMinutes(31))),
                        rules(),
                        new NetworkConfig(PrivateAddresses.DENY, List.of("gateway.test"), List.of("https://app.test")),
                        new CooldownConfig(
                                Duration.ofSeconds(6),
                                Duration.ofMinutes(6),
                                Duration.ofMinutes(7),
                                Duration.ofMinutes(11),
                                Duration.ofSeconds(31),
                                Duration.ofMinutes(31),
                                Duration.ofDays(31),
                                Duration.ofMinutes(12)),
                        new QuotaConfig(ZoneId.of("Asia/Shanghai")),
                        HOME.resolve("my-adapters"),
                        HOME.resolve("my-runtime.json"),
                        true,
                        new AdaptersConfig(true),
                        HOME));
    }

    private static SourceConfig first() {
        return new SourceConfig(
                "first",
                "anthropic",
                URI.create("https://one.test/v1"),
                List.of(ApiKey.of("key-1")),
                List.of(
                        new ModelEntry(
                                "fast",
                                ModelKind.IMAGE,
                                "model-x",
                                List.of("cheap", "quick"),
                                OptionalInt.of(128_000),
                                OptionalInt.of(16_384),
                                Optional.of(new Price(
                                        new BigDecimal("0.15"),
                                        new BigDecimal("0.60"),
                                        Optional.of(new BigDecimal("0.075"))))),
                        ModelEntry.of("small", ModelKind.CHAT),
                        ModelEntry.of("picture", ModelKind.IMAGE)),
                10,
                60,
                100_000,
                2,
                3,
                Duration.ofSeconds(4),
                new Timeouts(
                        Duration.ofSeconds(6), Duration.ofSeconds(61), Duration.ofSeconds(31), Duration.ofMinutes(11)),
                Optional.of(new HealthCheckConfig("/health", Duration.ofSeconds(31), Duration.ofSeconds(6), 4, false)),
                Map.of("X-Org", "1"),
                new ParamRules(
                        Set.of("logit_bias"),
                        Map.of("store", Json.parse("false")),
                        Map.of("temperature", Json.parse("1"))),
                Json.mapper().createObjectNode().put("region", "eu"),
                true,
                false);
    }

    private static SourceConfig second() {
        return SourceConfig.of(
                "second",
                "openai",
                URI.create("https://two.test/v1"),
                List.of(ApiKey.of("key-2"), new ApiKey(new Secret("key-3"), false)),
                List.of());
    }

    private static ChainConfig writer() {
        return new ChainConfig(
                "writer",
                StrategyKind.SMART,
                Optional.of(StrategyKind.WEIGHTED),
                Optional.of(RescueKind.RESTART),
                Optional.of(ContentFilterRule.NEXT),
                Optional.of(new StickyConfig(List.of(StickyKey.Field.CONVERSATION), Duration.ofMinutes(1))),
                Optional.of(new Weights(0.7, 0.1, 0.1, 0.1)),
                OptionalDouble.of(0.6),
                OptionalInt.of(7),
                List.of(new SlotConfig("fast", "first", 2, 1_000, Optional.of(PeriodKind.NHOUR), OptionalInt.of(5))));
    }

    private static List<RuleConfig> rules() {
        Condition all = new Condition(
                OptionalInt.of(30_000),
                Optional.of(true),
                Optional.of(false),
                Optional.of(true),
                Map.of("x-tier", "gold"),
                Optional.of("k1"));
        Condition none = new Condition(
                OptionalInt.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Optional.empty());
        return List.of(
                new RuleConfig(all, new Target.Chain("writer")),
                new RuleConfig(none, new Target.Strategy(StrategyKind.LISTED)));
    }

    @Test
    void theDocumentationNamesEveryKey() {
        Binding binding = newBinding();
        bind(everything, binding);
        String documentation = read(DOCUMENTATION);

        assertThat(binding.keys()).allSatisfy(key -> assertThat(documentation).contains("`" + key + "`"));
    }

    @Test
    void theDocumentationExplainsEveryProblem() {
        String documentation = read(DOCUMENTATION);

        assertThat(ProblemCode.values())
                .allSatisfy(code -> assertThat(documentation).contains("### " + code.text()));
    }

    @Test
    void theSampleIsAnEmptyConfiguration() {
        Problems problems = new Problems();
        Optional<Node.Fields> sample = YamlReader.read("config.yaml", read(SAMPLE), problems);

        assertThat(problems.all()).isEmpty();
        assertThat(sample.orElseThrow().entries()).isEmpty();
    }

    @Test
    void theSampleWithoutItsCommentSignsHasEveryKeyAndNoProblem() {
        // prose begins with ##, keys with #
        String uncommented = read(SAMPLE).replaceAll("(?m)^##.*$", "").replaceAll("(?m)^#", "");
        Node.Fields sample = parse(uncommented);
        Binding binding = newBinding();
        bind(sample, binding);

        assertThat(binding.problems().all()).isEmpty();
        Set<String> keys = keysOfConfigYaml(binding);
        keys.remove("sources[].models[].priority"); // has no effect
        assertThat(keys).isSubsetOf(patterns(sample));
    }

    private static Set<String> keysOfConfigYaml(Binding binding) {
        Set<String> keys = new TreeSet<>(binding.keys());
        keys.removeAll(Set.of("keys", "settings", "tombstones", "version"));
        return keys;
    }

    // the tree of a document

    private static GatewayConfig bind(Node.Fields base, Binding binding) {
        Node.Fields noRuntime = Node.Fields.none(new Place("runtime.json", 0, true));
        Merged merged = Merged.of(base, noRuntime, binding);
        return GatewayBinder.bind(
                merged,
                new ConfigLocations(HOME, HOME.resolve("config.yaml"), false, HOME.resolve("state.json")),
                binding);
    }

    private static Binding newBinding() {
        return new Binding(
                new Problems(),
                new Variables(Map.of("OPENAI_API_KEY", "k1", "GEMINI_API_KEY", "k2")),
                ScalarOverrides.none());
    }

    /** Returns the paths of all keys, e.g. {@code sources[0].models[1].id}. */
    private static List<String> paths(Node node, String path) {
        List<String> paths = new ArrayList<>();
        switch (node) {
            case Node.Fields fields ->
                fields.entries().forEach((key, entry) -> {
                    String child = path.isEmpty() ? key : path + "." + key;
                    paths.add(child);
                    paths.addAll(paths(entry.value(), child));
                });
            case Node.Items items -> {
                for (int i = 0; i < items.items().size(); i++) {
                    paths.addAll(paths(items.items().get(i), path + "[" + i + "]"));
                }
            }
            case Node.Scalar scalar -> {
                // has no keys
            }
        }
        return paths;
    }

    /** Returns the paths as the documentation has them; {@code auto} and {@code auto_image} have the keys of a chain. */
    private static Set<String> patterns(Node.Fields fields) {
        Set<String> patterns = new TreeSet<>();
        UnaryOperator<String> pattern = path -> path.replaceAll("\\[[0-9]+]", "[]")
                .replaceFirst("^chains\\.[^.]+", "chains.*")
                .replaceFirst("^auto(_image)?\\[]", "chains.*.slots[]")
                .replaceFirst("^auto(_image)?\\.", "chains.*.")
                .replaceFirst("^source_templates\\.[^.]+", "source_templates.*");
        paths(fields, "").forEach(path -> patterns.add(pattern.apply(path)));
        return patterns;
    }

    private static Node without(Node node, String path, String gone) {
        return switch (node) {
            case Node.Fields fields -> {
                Map<String, Node.Entry> rest = new LinkedHashMap<>();
                fields.entries().forEach((key, entry) -> {
                    String child = path.isEmpty() ? key : path + "." + key;
                    if (!child.equals(gone)) {
                        rest.put(key, new Node.Entry(entry.place(), without(entry.value(), child, gone)));
                    }
                });
                yield new Node.Fields(rest, fields.place());
            }
            case Node.Items items -> {
                List<Node> rest = new ArrayList<>();
                for (int i = 0; i < items.items().size(); i++) {
                    rest.add(without(items.items().get(i), path + "[" + i + "]", gone));
                }
                yield new Node.Items(rest, items.place());
            }
            case Node.Scalar scalar -> scalar;
        };
    }

    private static Node.Fields parse(String yaml) {
        Problems problems = new Problems();
        Optional<Node.Fields> fields = YamlReader.read("config.yaml", yaml, problems);
        assertThat(problems.all()).isEmpty();
        return fields.orElseThrow();
    }

    private static String resource(String name) {
        try (InputStream in = EveryKeyTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
