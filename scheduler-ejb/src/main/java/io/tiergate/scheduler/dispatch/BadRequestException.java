package io.tiergate.scheduler.dispatch;

import io.tiergate.scheduler.Outcome.GatewayError;

/** The client's request cannot be read. */
final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient GatewayError error;

    BadRequestException(String message, String param) {
        super(message);
        this.error = GatewayError.callerFault(400, param == null ? "invalid_json" : "invalid_value", message, param);
    }

    GatewayError error() {
        return error;
    }
}
