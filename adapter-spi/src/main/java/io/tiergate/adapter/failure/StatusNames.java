package io.tiergate.adapter.failure;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Codes and types that say no more than an HTTP status does. Many upstreams give one of them to everything, so words outrank them. */
final class StatusNames {
    private static final Map<String, Integer> EXACT = new HashMap<>();
    private static final Map<String, Integer> BY_PREFIX = Map.of(
            "badrequest.", 400,
            "invalidparameter", 400,
            "invalidurl", 400,
            "internalerror.algo.invalidparameter", 400,
            "accessdenied.", 403,
            "internalerror.", 500);

    static {
        name(
                400,
                "invalid_request_error",
                "invalid_request",
                "invalid_argument",
                "invalid_parameter_error",
                "validation_error",
                "validation",
                "template_error",
                "tool_error",
                "out_of_range",
                "BadRequest",
                "BadRequestError",
                "ValidationException",
                "MissingParameter",
                "UnknownParameter");
        name(401, "authentication_error", "AuthenticationError", "Unauthorized", "UNAUTHENTICATED");
        name(
                403,
                "permission_error",
                "permission_denied",
                "permission_denied_error",
                "PermissionDenied",
                "access_denied",
                "AccessDenied",
                "AccessDeniedException",
                "Workspace.AccessDenied",
                "Forbidden",
                "FAILED_PRECONDITION"); // Gemini: region, billing or an allow-list, as a 400
        name(
                404,
                "not_found_error",
                "not_found",
                "NotFound",
                "NotFoundError",
                "resource_not_found_error",
                "ResourceNotFoundException");
        name(408, "request_timeout");
        name(409, "conflict_error");
        name(
                429,
                "rate_limit_error",
                "rate_limit_exceeded",
                "rate_limit_reached_error",
                "RateLimitError",
                "too_many_requests",
                "TooManyRequests",
                "RESOURCE_EXHAUSTED",
                "ThrottlingException");
        name(499, "CANCELLED");
        name(
                500,
                "api_error",
                "server_error",
                "INTERNAL",
                "UNKNOWN",
                "internal_error",
                "internal_server_error",
                "dispatch_internal_error",
                "InternalError",
                "InternalServerError",
                "InternalServerException",
                "InternalServiceError",
                "unexpected_output",
                "generation",
                "incomplete_generation");
        name(
                503,
                "UNAVAILABLE",
                "unavailable_error",
                "server_unavailable",
                "service_unavailable",
                "service_unavailable_error",
                "ServiceUnavailable",
                "ServiceUnavailableException");
        name(504, "timeout_error", "DEADLINE_EXCEEDED");
        name(529, "overloaded_error");
    }

    private StatusNames() {}

    private static void name(int status, String... names) {
        for (String name : names) {
            EXACT.put(name.toLowerCase(Locale.ROOT), status);
        }
    }

    static Stream<String> all() {
        return Stream.concat(EXACT.keySet().stream(), BY_PREFIX.keySet().stream());
    }

    /** Returns the status that the first of these codes names, or 0. */
    static int of(List<String> codes) {
        for (String code : codes) {
            int status = of(code);
            if (status != 0) {
                return status;
            }
        }
        return 0;
    }

    private static int of(String code) {
        Integer exact = EXACT.get(code);
        if (exact != null) {
            return exact;
        }
        // The longest prefix says most: internalerror.algo.invalidparameter is a 400, internalerror.algo a 500.
        int longest = 0;
        int status = 0;
        for (Map.Entry<String, Integer> prefix : BY_PREFIX.entrySet()) {
            if (prefix.getKey().length() > longest && code.startsWith(prefix.getKey())) {
                longest = prefix.getKey().length();
                status = prefix.getValue();
            }
        }
        return status;
    }
}
