package io.tiergate.scheduler.state;

import io.tiergate.adapter.exchange.Json;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The form of the file: version 1, indented, its keys in order, so that two files can be compared. Pure. */
final class StateJson {
    private static final int VERSION = 1;
    private static final Set<String> KNOWN = Set.of("version", "modelState", "runtimeState", "slotUsage", "health");

    /**
     * A file's contents.
     *
     * @param others the top level's members that this version does not know, to be written again as they were
     */
    record Document(PersistedState state, ObjectNode others) {
        static Document empty() {
            return new Document(PersistedState.empty(), JsonNodeFactory.instance.objectNode());
        }
    }

    /** Takes one record of a map or an array. */
    private interface Entry {
        /** {@code key} is the map's, or the place in the array. */
        void read(String key, Fields fields) throws ForeignStateException;
    }

    private StateJson() {}

    /** Returns what the bytes hold. Maps that are absent are empty. */
    static Document read(byte[] bytes) throws ForeignStateException {
        JsonNode root = parse(bytes);
        if (!root.isObject()) {
            throw new ForeignStateException("it is no JSON object");
        }
        JsonNode version = root.get("version");
        if (version == null
                || !version.isNumber()
                || version.decimalValue().compareTo(BigDecimal.valueOf(VERSION)) != 0) {
            throw new ForeignStateException("its version is not " + VERSION);
        }
        PersistedState state = new PersistedState(models(root), cursors(root), usage(root), health(root));
        ObjectNode others = JsonNodeFactory.instance.objectNode();
        root.properties().forEach(member -> {
            if (!KNOWN.contains(member.getKey())) {
                others.set(member.getKey(), member.getValue());
            }
        });
        return new Document(state, others);
    }

    /** Returns the file's bytes: UTF-8, ended by a line feed. */
    static byte[] write(Document document) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("version", VERSION);
        PersistedState state = document.state();
        put(root, "modelState", state.modelState(), StateJson::write);
        put(root, "runtimeState", state.runtimeState(), StateJson::write);
        put(root, "slotUsage", state.slotUsage(), StateJson::write);
        put(root, "health", state.health(), StateJson::write);
        root.setAll(document.others());
        byte[] json = Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
        byte[] file = Arrays.copyOf(json, json.length + 1);
        file[json.length] = '\n';
        return file;
    }

    private static JsonNode parse(byte[] bytes) throws ForeignStateException {
        try {
            return Json.parse(bytes);
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation(); // the message itself would quote the file
            throw new ForeignStateException("it is no JSON"
                    + (at == null ? "" : ", at line " + at.getLineNr() + ", column " + at.getColumnNr()));
        }
    }

    /** The record's own fields count, whatever the map's key; of two records for the same, the newer. */
    private static Map<String, ModelRecord> models(JsonNode root) throws ForeignStateException {
        Map<String, ModelRecord> models = new HashMap<>();
        each(root, "modelState", true, (key, f) -> {
            ModelRecord model = new ModelRecord(
                    f.name("keyHash"),
                    f.name("modelId"),
                    f.number("cooldownUntil"),
                    f.number("failureCount"),
                    f.text("lastError"),
                    f.number("lastUsedAt"),
                    f.number("updatedAt"));
            models.merge(model.key(), model, (a, b) -> a.updatedAt() > b.updatedAt() ? a : b);
        });
        return models;
    }

    /** A record of the brief's service may bear its name itself. */
    private static Map<String, RuntimeValue> cursors(JsonNode root) throws ForeignStateException {
        Map<String, RuntimeValue> cursors = new HashMap<>();
        boolean named = root.path("runtimeState").isArray();
        each(root, "runtimeState", true, (key, f) -> {
            String name = named || f.has("name") ? f.name("name") : key;
            cursors.put(name, new RuntimeValue(f.scalar("value"), f.number("updatedAt")));
        });
        return cursors;
    }

    private static Map<String, SlotUse> usage(JsonNode root) throws ForeignStateException {
        Map<String, SlotUse> usage = new HashMap<>();
        each(
                root,
                "slotUsage",
                false,
                (key, f) -> usage.put(
                        key,
                        new SlotUse(
                                f.number("periodStart"),
                                f.number("used"),
                                f.number("estimated"),
                                f.number("updatedAt"))));
        return usage;
    }

    private static Map<String, HealthRecord> health(JsonNode root) throws ForeignStateException {
        Map<String, HealthRecord> health = new HashMap<>();
        each(
                root,
                "health",
                false,
                (key, f) -> health.put(
                        key,
                        new HealthRecord(
                                f.name("class"),
                                f.number("since"),
                                f.number("until"),
                                f.step("step"),
                                f.text("lastError"),
                                f.number("updatedAt"))));
        return health;
    }

    private static void each(JsonNode root, String map, boolean orArray, Entry entry) throws ForeignStateException {
        JsonNode entries = root.path(map);
        if (entries.isObject()) {
            int place = 0;
            for (Map.Entry<String, JsonNode> member : entries.properties()) {
                // said by place: a foreign file may use keys in clear as its map's keys
                entry.read(member.getKey(), Fields.of(member.getValue(), map + "[" + place++ + "]"));
            }
        } else if (entries.isArray() && orArray) {
            int place = 0;
            for (JsonNode item : entries) {
                entry.read(String.valueOf(place), Fields.of(item, map + "[" + place++ + "]"));
            }
        } else if (!entries.isMissingNode() && !entries.isNull()) {
            throw new ForeignStateException(map + " is no object");
        }
    }

    private static <T> void put(ObjectNode root, String map, Map<String, T> entries, BiConsumer<ObjectNode, T> writer) {
        ObjectNode node = root.putObject(map);
        new TreeMap<>(entries).forEach((key, entry) -> writer.accept(node.putObject(key), entry));
    }

    private static void write(ObjectNode node, ModelRecord model) {
        node.put("keyHash", model.keyHash());
        node.put("modelId", model.modelId());
        node.put("cooldownUntil", model.cooldownUntil());
        node.put("failureCount", model.failureCount());
        node.put("lastError", model.lastError());
        node.put("lastUsedAt", model.lastUsedAt());
        node.put("updatedAt", model.updatedAt());
    }

    private static void write(ObjectNode node, RuntimeValue cursor) {
        node.put("value", cursor.value());
        node.put("updatedAt", cursor.updatedAt());
    }

    private static void write(ObjectNode node, SlotUse use) {
        node.put("periodStart", use.periodStart());
        node.put("used", use.used());
        node.put("estimated", use.estimated());
        node.put("updatedAt", use.updatedAt());
    }

    private static void write(ObjectNode node, HealthRecord health) {
        node.put("class", health.failureClass());
        node.put("since", health.since());
        node.put("until", health.until());
        node.put("step", health.step());
        node.put("lastError", health.lastError());
        node.put("updatedAt", health.updatedAt());
    }
}
