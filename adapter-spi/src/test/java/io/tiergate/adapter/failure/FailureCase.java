package io.tiergate.adapter.failure;

import io.tiergate.adapter.exchange.Headers;
import io.tiergate.adapter.exchange.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * One answer of an upstream and what it means: a row of docs/failure-classes.md.
 *
 * @param upstream who answers so
 * @param retryAfter the wait that the answer asks for, or empty
 */
record FailureCase(
        String upstream,
        String host,
        int status,
        Map<String, List<String>> headers,
        String body,
        FailureClass failureClass,
        FailureScope scope,
        Optional<Duration> retryAfter) {
    /** The time of all cases. */
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    /** An upstream that cases are told of. */
    record Upstream(String name, String host) {
        FailureCase says(int status, String body, FailureClass failureClass) {
            return new FailureCase(
                    name, host, status, Map.of(), body, failureClass, usualScope(failureClass), Optional.empty());
        }
    }

    static Upstream at(String name, String host) {
        return new Upstream(name, host);
    }

    FailureCase cooling(FailureScope other) {
        return new FailureCase(upstream, host, status, headers, body, failureClass, other, retryAfter);
    }

    FailureCase waiting(String isoDuration) {
        return new FailureCase(
                upstream, host, status, headers, body, failureClass, scope, Optional.of(Duration.parse(isoDuration)));
    }

    FailureCase with(String header, String value) {
        Map<String, List<String>> more = new TreeMap<>(headers);
        more.put(header, List.of(value));
        return new FailureCase(upstream, host, status, more, body, failureClass, scope, retryAfter);
    }

    FailureSignal signal() {
        return FailureSignal.answer(
                status, Headers.of(headers), body.getBytes(StandardCharsets.UTF_8), Phase.FIRST_EVENT, host, NOW);
    }

    Failure classified() {
        return FailureClassifier.classify(signal(), Optional.empty());
    }

    @Override
    public String toString() {
        return upstream + " " + status + " " + body;
    }

    /** SPEC section 5's table, its column "scope". */
    private static FailureScope usualScope(FailureClass failureClass) {
        return switch (failureClass) {
            case TRANSPORT -> FailureScope.SOURCE_MODEL;
            case CREDENTIALS -> FailureScope.SOURCE_KEY;
            case RATE_LIMITED -> FailureScope.SOURCE_KEY_MODEL;
            case QUOTA_USED_UP -> FailureScope.SOURCE_KEY;
            case FREE_TIER_USED_UP -> FailureScope.SOURCE_KEY_MODEL;
            case MODEL_MISSING -> FailureScope.SOURCE_MODEL;
            case CONTEXT_TOO_LONG, CONTENT_FILTERED, CALLER_FAULT, CLIENT_GONE -> FailureScope.NONE;
        };
    }

    /** Returns JSON that is written with ' for ". */
    static String json(String singleQuoted) {
        return singleQuoted.replace('\'', '"');
    }

    /** Returns {@code {"error": {"message", "type", "code"}}}; what is null is left out. */
    static String error(String type, String code, String message) {
        ObjectNode error = Json.mapper().createObjectNode();
        error.put("message", message);
        if (type != null) {
            error.put("type", type);
        }
        if (code != null) {
            error.put("code", code);
        }
        return Json.mapper().createObjectNode().set("error", error).toString();
    }

    /** Returns the same with {@code param}. */
    static String error(String type, String code, String message, String param) {
        ObjectNode whole = (ObjectNode) Json.parse(error(type, code, message));
        ((ObjectNode) whole.path("error")).put("param", param);
        return whole.toString();
    }

    /** Returns {@code {"type": "error", "error": {"type", "message"}, "request_id"}}. */
    static String anthropic(String type, String message) {
        ObjectNode whole = Json.mapper().createObjectNode();
        whole.put("type", "error");
        whole.set("error", Json.mapper().createObjectNode().put("type", type).put("message", message));
        whole.put("request_id", "req_X");
        return whole.toString();
    }

    /** Returns {@code {"error": {"code", "message", "status", "details"}}}; details are written with ' for ". */
    static String google(int code, String status, String message, String... details) {
        ObjectNode error = Json.mapper().createObjectNode();
        error.put("code", code).put("message", message).put("status", status);
        if (details.length > 0) {
            error.set("details", Json.parse(json("[" + String.join(",", details) + "]")));
        }
        return Json.mapper().createObjectNode().set("error", error).toString();
    }

    /** Returns {@code {key: text}}. */
    static String one(String key, String text) {
        return Json.mapper().createObjectNode().put(key, text).toString();
    }

    /** Returns {@code {"code", "message", "request_id"}}. */
    static String dashScope(String code, String message) {
        return Json.mapper()
                .createObjectNode()
                .put("code", code)
                .put("message", message)
                .put("request_id", "7c1b1f4e-0e5f-9d9a-8b1a-0a1b2c3d4e5f")
                .toString();
    }
}
