package io.tiergate.adapter.failure;

import tools.jackson.databind.JsonNode;

/** Tells errors from answers where both come with a 200. */
final class ErrorShapes {
    private ErrorShapes() {}

    static boolean match(JsonNode data) {
        if (data.isArray()) {
            return !data.isEmpty()
                    && data.path(0).isObject()
                    && isTruthy(data.path(0).path("error"));
        }
        return data.isObject()
                && (isTruthy(data.path("error"))
                        || isTypedError(data)
                        || isNumberedError(data)
                        || isTruthy(data.path("Response").path("Error"))
                        || isTruthy(data.path("ErrorMsg"))
                        || isTruthy(data.path("choices").path(0).path("error"))
                        || isBareError(data));
    }

    /** The official clients raise on any truthy {@code error}; {@code null}, {@code false}, {@code ""} and {@code {}} are none. */
    private static boolean isTruthy(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT, ARRAY -> !node.isEmpty();
            case STRING -> !node.stringValue().isBlank();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> node.doubleValue() != 0;
            case MISSING, NULL, BINARY, POJO -> false;
        };
    }

    private static boolean isTypedError(JsonNode data) {
        String type = data.path("type").asString("");
        return type.equals("error")
                || type.equals("response.failed")
                || data.path("object").asString("").equals("error");
    }

    /** MiniMax and Qianfan v1: 0 is well. */
    private static boolean isNumberedError(JsonNode data) {
        return isNotZero(data.path("base_resp").path("status_code")) || isNotZero(data.path("error_code"));
    }

    private static boolean isNotZero(JsonNode number) {
        return number.isNumber() && number.doubleValue() != 0;
    }

    /** DashScope native and SiliconFlow: code and message, and nothing that an answer has. */
    private static boolean isBareError(JsonNode data) {
        String code = data.path("code").asString("");
        return !code.isBlank()
                && !code.equals("0")
                && !code.equals("200")
                && isTruthy(data.path("message"))
                && data.path("message").isString()
                && !isTruthy(data.path("output"))
                && !isTruthy(data.path("data"))
                && !data.has("choices")
                && !data.has("candidates")
                && !data.has("content")
                && !data.has("results");
    }
}
