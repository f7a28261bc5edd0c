package io.tiergate.adapter.failure;

import io.tiergate.adapter.exchange.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * An upstream's error, whatever its shape. The shapes are JSON pointers, so that a new one is a line here.
 *
 * @param form what the body is
 * @param root the whole body where it is JSON, else a missing node
 * @param error the object that holds the error; the root where none is nested
 * @param status the HTTP status that the error names itself, or 0
 * @param type its type as it came, or null
 * @param code its code as text, or null
 * @param message its text for people as it came, or null
 * @param param the request's field that it names, or null
 * @param codes all codes and types in lower case, the most telling first
 * @param inner the error that it carries as text, or null: OpenRouter's {@code metadata.raw}, or a message that is JSON
 */
record ErrorBody(
        AnswerBody.Form form,
        JsonNode root,
        JsonNode error,
        int status,
        String type,
        String code,
        String message,
        String param,
        List<String> codes,
        ErrorBody inner) {
    private static final Places ERROR = Places.of(
            "/error", // OpenAI, Anthropic, Google, and most
            "/error/0",
            "/response/error", // OpenAI Responses: response.failed
            "/Response/Error", // Tencent
            "/fault", // Apigee: Fireworks' edge
            "/choices/0/error", // OpenRouter, not streamed
            "/errors/0", // Cloudflare AI Gateway
            "/ErrorMsg", // Hunyuan's stream
            "/detail/error",
            "/detail",
            "/detail/0"); // FastAPI

    /** {@code status} is Google's; {@code error_type} that of Text Generation Inference. */
    private static final Places TYPE = Places.of("/type", "/error_type", "/status");

    private static final Places CODE = Places.of("/code", "/Code", "/detail/errorcode", "/error_code");
    private static final Places ROOT_CODE = Places.of("/code", "/error_code", "/base_resp/status_code");
    private static final Places STATUS = Places.of("/code", "/status", "/status_code");

    private static final Places MESSAGE = Places.of(
            "/message",
            "/Message",
            "/msg",
            "/Msg",
            "/error",
            "/faultstring",
            "/message/detail/0/msg", // Mistral's 422
            "/message/detail");

    private static final Places ROOT_MESSAGE = Places.of(
            "/error", // Ollama, LM Studio, xAI
            "/message",
            "/msg",
            "/err",
            "/error_msg",
            "/detail",
            "/base_resp/status_msg",
            "/header/message",
            "/errors/0",
            "/title");

    private static final Places PARAM = Places.of("/param");
    private static final Places CARRIED = Places.of("/metadata/raw");
    private static final Places REQUEST_ID = Places.of("/request_id");

    /** {@code Streaming response failed: [503] …}. */
    private static final Pattern BRACKETED_STATUS = Pattern.compile("\\[([45]\\d\\d)]");

    /** Returns the error in an answer. Never throws. */
    static ErrorBody read(byte[] body, Headers headers) {
        return of(AnswerBody.read(body), headers.first("x-amzn-errortype").orElse(null), true);
    }

    private static ErrorBody of(AnswerBody body, String awsType, boolean outermost) {
        if (body.form() != AnswerBody.Form.JSON) {
            String text = body.text().isEmpty() ? null : body.text();
            List<String> codes = ErrorCodes.of(body.root(), body.root(), awsType);
            return new ErrorBody(
                    body.form(), body.root(), body.root(), bracketed(text), awsType, null, text, null, codes, null);
        }
        JsonNode root = body.root();
        JsonNode error = errorIn(root);
        String message = orElse(MESSAGE.string(error), ROOT_MESSAGE.string(root));
        String type = orElse(TYPE.string(error), awsType);
        return new ErrorBody(
                body.form(),
                root,
                error,
                firstSet(STATUS.errorStatus(error), STATUS.errorStatus(root), bracketed(message)),
                "error".equals(type) ? null : type, // the event's own type: Responses, Anthropic
                orElse(CODE.text(error), ROOT_CODE.text(root)),
                message,
                orElse(PARAM.string(error), location(error)),
                ErrorCodes.of(root, error, awsType),
                outermost ? inner(error, message) : null);
    }

    private static JsonNode errorIn(JsonNode root) {
        return ERROR.object(root).orElseGet(() -> awsException(root));
    }

    /** Bedrock's events name the exception in the key: {@code {"throttlingException": {"message": …}}}. */
    private static JsonNode awsException(JsonNode root) {
        for (Map.Entry<String, JsonNode> only : root.properties()) {
            if (root.size() == 1
                    && only.getKey().endsWith("Exception")
                    && only.getValue().isObject()) {
                return only.getValue();
            }
        }
        return root;
    }

    /** Returns FastAPI's {@code loc} as a path: {@code body.messages.0.content}. */
    private static String location(JsonNode error) {
        List<String> path = new ArrayList<>();
        error.path("loc").forEach(step -> path.add(step.asString("")));
        return path.isEmpty() ? null : String.join(".", path);
    }

    private static ErrorBody inner(JsonNode error, String message) {
        String carried = CARRIED.string(error);
        if (carried == null && message != null && message.stripLeading().startsWith("{")) {
            carried = message;
        }
        if (carried == null) {
            return null;
        }
        AnswerBody body = AnswerBody.read(carried);
        return body.form() == AnswerBody.Form.NONE ? null : of(body, null, false);
    }

    private static int bracketed(String text) {
        if (text == null) {
            return 0;
        }
        Matcher found = BRACKETED_STATUS.matcher(text);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }

    private static String orElse(String first, String second) {
        return first != null ? first : second;
    }

    private static int firstSet(int... statuses) {
        for (int status : statuses) {
            if (status != 0) {
                return status;
            }
        }
        return 0;
    }

    /** Returns the real status that new-api puts into {@code param} where it could not read its supplier's body, or 0. */
    int relayedStatus() {
        return codes.contains("bad_response_status_code") ? Places.errorStatusIn(param) : 0;
    }

    /** Returns the request's id that stands beside the error, or null. */
    String requestId() {
        return REQUEST_ID.string(root);
    }

    /** Returns whether {@link #inner} is what a supplier of the upstream said. */
    boolean isOfSupplier() {
        return CARRIED.string(error) != null;
    }

    /** Returns the message that says what is wrong: the carried error's where this one only wraps it. */
    String tellingMessage() {
        return inner != null && inner.message != null ? inner.message : message;
    }
}
