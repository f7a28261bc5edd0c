package io.tiergate.adapter.failure;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Collects the codes of an error in the order in which they tell. Numbers of those who number their errors, and findings that are no
 * codes upstream, get a name before them: see {@link CodeRules}.
 */
final class ErrorCodes {
    private static final Places TELLING = Places.of(
            "/metadata/limit_source", // OpenRouter
            "/details/error_code", // Anthropic
            "/innererror/code"); // Azure

    private static final Places PLAIN =
            Places.of("/code", "/Code", "/detail/errorcode", "/type", "/error_type", "/__type", "/status");

    private static final Places ROOT = Places.of("/code", "/type", "/error_type", "/__type");

    /** Finish reasons of Gemini that mean a filter (googleapis/python-genai, types.py). */
    private static final Set<String> GEMINI_FILTERS =
            Set.of("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII");

    /** Elements of Google's {@code details} that are looked at. */
    private static final int DETAILS = 32;

    private final Set<String> found = new LinkedHashSet<>();

    private ErrorCodes() {}

    /** Returns the codes of an error; {@code awsType} is the header {@code x-amzn-ErrorType}, or null. */
    static List<String> of(JsonNode root, JsonNode error, String awsType) {
        ErrorCodes codes = new ErrorCodes();
        codes.telling(root, error);
        codes.numbered(root);
        codes.plain(PLAIN, error);
        if (!root.equals(error)) {
            codes.plain(ROOT, root);
            root.propertyNames().forEach(codes::addException);
        } else {
            codes.finished(root);
        }
        if (awsType != null) {
            codes.add(awsType.split(":", 2)[0]); // ThrottlingException:http://internal.amazon.com/…
        }
        return List.copyOf(codes.found);
    }

    private void telling(JsonNode root, JsonNode error) {
        TELLING.nodes(error).forEach(node -> add(node.asString("")));
        if (!error.path("metadata").path("reasons").isEmpty()
                || error.path("metadata").has("flagged_input")) {
            add("openrouter:flagged");
        }
        if (root.path("detail").path(0).has("loc")) {
            add("fastapi:validation");
        }
        google(error);
    }

    private void google(JsonNode error) {
        Set<String> quotas = new LinkedHashSet<>();
        Set<String> reasons = new LinkedHashSet<>();
        error.path("details").valueStream().limit(DETAILS).forEach(detail -> {
            detail.path("violations").forEach(violation -> {
                quotas.add(violation.path("quotaId").asString(""));
                if (violation.path("quotaValue").asString("").equals("0")) {
                    add("google:no_quota");
                }
            });
            reasons.add(detail.path("reason").asString(""));
        });
        if (error.path("status").asString("").equals("RESOURCE_EXHAUSTED")
                && (error.path("message").asString("") + ",").contains("limit: 0,")) {
            add("google:no_quota");
        }
        // A used-up day also violates the minute; the day wins (google-gemini/gemini-cli#8437).
        addIfAny(quotas, "PerDay", "google:per_day");
        reasons.forEach(this::add);
        addIfAny(quotas, "PerMinute", "google:per_minute");
    }

    private void addIfAny(Set<String> quotas, String part, String code) {
        if (quotas.stream().anyMatch(q -> q.contains(part))) {
            add(code);
        }
    }

    private void numbered(JsonNode root) {
        JsonNode miniMax = root.path("base_resp").path("status_code");
        if (!miniMax.asString("0").equals("0")) {
            add("minimax:" + miniMax.asString());
        }
        // Digits as text in a nested error; Mistral's, which mean other things, are not nested.
        String zhipu = root.path("error").path("code").stringValue("");
        if (zhipu.length() == 4 && zhipu.chars().allMatch(c -> c >= '0' && c <= '9')) {
            add("zhipu:" + zhipu);
        }
        JsonNode qianfan = root.path("error_code");
        if (qianfan.isNumber()) {
            add("qianfan:" + qianfan.asString());
        }
    }

    private void plain(Places places, JsonNode node) {
        places.nodes(node).forEach(value -> {
            String code = value.asString("");
            add(code.substring(code.indexOf('#') + 1)); // com.amazonaws.bedrock#ThrottlingException
        });
    }

    /** What ended a whole answer that holds no error object. */
    private void finished(JsonNode root) {
        String finish = root.path("choices").path(0).path("finish_reason").asString("");
        if (!finish.isEmpty()) {
            add("finish:" + finish);
        }
        String block = root.path("promptFeedback").path("blockReason").asString("");
        String gemini = root.path("candidates").path(0).path("finishReason").asString("");
        if (!block.isEmpty()) {
            add("blocked:" + block);
        } else if (GEMINI_FILTERS.contains(gemini) || gemini.startsWith("IMAGE_")) {
            add("blocked:" + gemini);
        }
    }

    private void addException(String key) {
        if (key.endsWith("Exception")) {
            add(key);
        }
    }

    private void add(String code) {
        String known = code.strip().toLowerCase(Locale.ROOT);
        if (!known.isEmpty() && !known.equals("null")) { // Azure writes the text "null"
            found.add(known);
        }
    }
}
