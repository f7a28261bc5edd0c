package io.tiergate.scheduler.dispatch;

import io.tiergate.adapter.exchange.Json;
import io.tiergate.scheduler.config.ParamRules;
import io.tiergate.scheduler.tokens.TokenCounter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;

/**
 * A client's JSON body, read once: where its members lie, which model it names, and whether it wants a stream. Each attempt gets
 * its own copy with only the model, the source's parameter rules and the request for usage put in; every other byte stays.
 * Immutable but for the count of its tokens.
 */
final class RequestBody {
    /** Longest model name (SPEC 14). */
    private static final int MAX_MODEL = 256;

    /** Members whose texts the model reads. */
    private static final Set<String> PROMPT =
            Set.of("messages", "input", "prompt", "system", "instructions", "tools", "contents", "functions");

    /** Members that bound an answer's tokens. */
    private static final Set<String> MAX_TOKENS = Set.of("max_tokens", "max_completion_tokens", "max_output_tokens");

    /** Offsets of a member in the body: from the quote of its name to behind its value. */
    private record Member(String name, int start, int value, int end) {}

    private final byte[] bytes;
    private final List<Member> members;
    private final Member modelMember;
    private final String model;
    private final boolean stream;
    private final boolean asksForUsage;
    private long promptTokens = -1;

    private RequestBody(
            byte[] bytes,
            List<Member> members,
            Member modelMember,
            String model,
            boolean stream,
            boolean asksForUsage) {
        this.bytes = bytes;
        this.members = members;
        this.modelMember = modelMember;
        this.model = model;
        this.stream = stream;
        this.asksForUsage = asksForUsage;
    }

    /**
     * Reads a body.
     *
     * @throws BadRequestException where it is no JSON object in UTF-8, is nested too deeply, names a top-level member twice, or
     *     names no model
     */
    static RequestBody read(byte[] bytes) throws BadRequestException {
        if (bytes.length > 1 && (bytes[0] == 0 || bytes[1] == 0)) {
            throw new BadRequestException("The body is not UTF-8.", null);
        }
        try (JsonParser json = Json.mapper().createParser(bytes)) {
            return read(bytes, json);
        } catch (StreamConstraintsException e) {
            throw new BadRequestException(
                    "The body is nested deeper than " + Json.MAX_DEPTH + " levels or holds a number that is too long.",
                    null);
        } catch (JacksonException e) {
            throw new BadRequestException(
                    "The body is not valid JSON"
                            + (e.getLocation() == null
                                    ? "."
                                    : ", at line " + e.getLocation().getLineNr() + ", column "
                                            + e.getLocation().getColumnNr() + "."),
                    null);
        }
    }

    private static RequestBody read(byte[] bytes, JsonParser json) throws BadRequestException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new BadRequestException("The body must be a JSON object.", null);
        }
        List<Member> members = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Member modelMember = null;
        String model = null;
        boolean stream = false;
        boolean asksForUsage = false;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            int start = (int) json.currentTokenLocation().getByteOffset();
            if (!names.add(name)) {
                throw new BadRequestException("The body names " + quoted(name) + " twice.", shortened(name));
            }
            JsonToken value = json.nextToken();
            int valueStart = (int) json.currentTokenLocation().getByteOffset();
            switch (name) {
                case "model" -> model = model(json, value);
                case "stream" -> stream = stream(value);
                case "stream_options" -> asksForUsage = includesUsage(json, value);
                default -> json.skipChildren();
            }
            json.finishToken();
            int end = (int) json.currentLocation().getByteOffset();
            Member member = new Member(name, start, valueStart, end);
            members.add(member);
            if (name.equals("model")) {
                modelMember = member;
            }
        }
        if (json.nextToken() != null) {
            throw new BadRequestException("The body holds more than one JSON document.", null);
        }
        if (model == null) {
            throw new BadRequestException("The body names no model: give \"model\" as text.", "model");
        }
        return new RequestBody(bytes, members, modelMember, model, stream, asksForUsage);
    }

    private static String model(JsonParser json, JsonToken value) throws BadRequestException {
        String model = value == JsonToken.VALUE_STRING ? json.getString() : "";
        if (model.isBlank()) {
            throw new BadRequestException("\"model\" must be a text that is not empty.", "model");
        }
        if (model.length() > MAX_MODEL || model.chars().anyMatch(Character::isISOControl)) {
            throw new BadRequestException(
                    "\"model\" must be at most " + MAX_MODEL + " characters without control characters, found "
                            + quoted(model) + ".",
                    "model");
        }
        return model;
    }

    private static boolean stream(JsonToken value) throws BadRequestException {
        return switch (value) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE, VALUE_NULL -> false;
            default -> throw new BadRequestException("\"stream\" must be true or false.", "stream");
        };
    }

    private static boolean includesUsage(JsonParser json, JsonToken value) {
        boolean includes = false;
        if (value == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isIt = json.currentName().equals("include_usage");
                includes |= json.nextToken() == JsonToken.VALUE_TRUE && isIt;
                json.skipChildren();
            }
        }
        return includes;
    }

    /** Returns the model that the client named. */
    String model() {
        return model;
    }

    /** Returns whether the client wants a stream. */
    boolean stream() {
        return stream;
    }

    /** Returns whether the client asked for the usage chunk of a stream. */
    boolean asksForUsage() {
        return asksForUsage;
    }

    /** Returns its length in bytes. */
    int length() {
        return bytes.length;
    }

    /** Returns the tokens of the prompt as the tokenizer counts them; counted once, when first asked for. For one thread. */
    long promptTokens() {
        if (promptTokens < 0) {
            long sum = 0;
            for (Member member : members) {
                if (PROMPT.contains(member.name())) {
                    sum += TokenCounter.ofJson(bytes, member.value(), member.end() - member.value());
                }
            }
            promptTokens = sum;
        }
        return promptTokens;
    }

    /** Returns the most tokens that the client wants in answer, or empty where it does not say. */
    OptionalLong maxTokens() {
        for (Member member : members) {
            if (MAX_TOKENS.contains(member.name())) {
                String number =
                        new String(bytes, member.value(), member.end() - member.value(), StandardCharsets.ISO_8859_1);
                if (number.matches("[0-9]{1,18}")) {
                    return OptionalLong.of(Long.parseLong(number));
                }
            }
        }
        return OptionalLong.empty();
    }

    /**
     * Returns the body of one attempt.
     *
     * @param upstreamModel the model's name upstream
     * @param rules the source's parameter rules; they do not reach {@code model} and {@code stream}
     * @param addUsage whether to ask for the usage chunk of a stream
     */
    byte[] forAttempt(String upstreamModel, ParamRules rules, boolean addUsage) {
        Map<String, byte[]> changes = changes(rules, addUsage);
        byte[] name = Json.mapper().writeValueAsBytes(upstreamModel);
        if (changes.isEmpty()) {
            return spliced(name);
        }
        changes.put("model", name);
        return rebuilt(changes);
    }

    /** New values by member name; null takes the member out. */
    private Map<String, byte[]> changes(ParamRules rules, boolean addUsage) {
        boolean usage = addUsage && stream && !asksForUsage;
        if (!usage
                && rules.drop().isEmpty()
                && rules.set().isEmpty()
                && rules.defaults().isEmpty()) {
            return Map.of();
        }
        Map<String, byte[]> changes = new LinkedHashMap<>();
        Map<String, Member> present = new HashMap<>();
        members.forEach(m -> present.put(m.name(), m));
        rules.drop().stream().filter(present::containsKey).forEach(n -> changes.put(n, null));
        rules.defaults().forEach((n, v) -> {
            if (!present.containsKey(n)) {
                changes.put(n, Json.write(v));
            }
        });
        rules.set().forEach((n, v) -> changes.put(n, Json.write(v)));
        changes.remove("model");
        changes.remove("stream");
        if (usage && !changes.containsKey("stream_options")) {
            changes.put("stream_options", usageOptions(present.get("stream_options")));
        }
        return changes;
    }

    private byte[] usageOptions(Member options) {
        JsonNode old = options == null
                ? null
                : Json.mapper().readTree(bytes, options.value(), options.end() - options.value());
        tools.jackson.databind.node.ObjectNode merged = Json.mapper().createObjectNode();
        if (old instanceof tools.jackson.databind.node.ObjectNode object) {
            merged.setAll(object);
        }
        return Json.write(merged.put("include_usage", true));
    }

    private byte[] spliced(byte[] name) {
        int tail = bytes.length - modelMember.end();
        byte[] body = new byte[modelMember.value() + name.length + tail];
        System.arraycopy(bytes, 0, body, 0, modelMember.value());
        System.arraycopy(name, 0, body, modelMember.value(), name.length);
        System.arraycopy(bytes, modelMember.end(), body, modelMember.value() + name.length, tail);
        return body;
    }

    private byte[] rebuilt(Map<String, byte[]> changes) {
        ByteArrayOutputStream body = new ByteArrayOutputStream(bytes.length + 64);
        Map<String, byte[]> added = new LinkedHashMap<>(changes);
        body.write('{');
        for (Member member : members) {
            added.remove(member.name());
            boolean changed = changes.containsKey(member.name());
            byte[] value = changes.get(member.name());
            if (changed && value == null) {
                continue;
            }
            if (body.size() > 1) {
                body.write(',');
            }
            if (changed) {
                body.write(bytes, member.start(), member.value() - member.start());
                body.writeBytes(value);
            } else {
                body.write(bytes, member.start(), member.end() - member.start());
            }
        }
        added.forEach((name, value) -> {
            if (value != null) {
                if (body.size() > 1) {
                    body.write(',');
                }
                body.writeBytes(Json.mapper().writeValueAsBytes(name));
                body.write(':');
                body.writeBytes(value);
            }
        });
        body.write('}');
        return body.toByteArray();
    }

    private static String quoted(String text) {
        return '"' + shortened(text) + '"';
    }

    /** A name fit for a message: at most 60 characters, control characters replaced. */
    static String shortened(String text) {
        String cut = text.length() > 60 ? text.substring(0, 60) + "…" : text;
        return cut.codePoints()
                .collect(
                        StringBuilder::new,
                        (b, c) -> b.appendCodePoint(Character.isISOControl(c) ? '\uFFFD' : c),
                        StringBuilder::append)
                .toString();
    }
}
