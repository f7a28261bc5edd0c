package io.tiergate.adapter.failure;

import static io.tiergate.adapter.failure.FailureCase.anthropic;
import static io.tiergate.adapter.failure.FailureCase.at;
import static io.tiergate.adapter.failure.FailureCase.error;
import static io.tiergate.adapter.failure.FailureCase.json;
import static io.tiergate.adapter.failure.FailureCase.one;
import static io.tiergate.adapter.failure.FailureClass.CALLER_FAULT;
import static io.tiergate.adapter.failure.FailureClass.CLIENT_GONE;
import static io.tiergate.adapter.failure.FailureClass.CONTENT_FILTERED;
import static io.tiergate.adapter.failure.FailureClass.CONTEXT_TOO_LONG;
import static io.tiergate.adapter.failure.FailureClass.CREDENTIALS;
import static io.tiergate.adapter.failure.FailureClass.MODEL_MISSING;
import static io.tiergate.adapter.failure.FailureClass.QUOTA_USED_UP;
import static io.tiergate.adapter.failure.FailureClass.RATE_LIMITED;
import static io.tiergate.adapter.failure.FailureClass.TRANSPORT;
import static io.tiergate.adapter.failure.FailureScope.SOURCE_KEY_MODEL;

import io.tiergate.adapter.failure.FailureCase.Upstream;
import java.util.List;
import java.util.stream.Stream;

/** Cases of resellers, of walls before a source, and of what any source may do. */
final class RelayCases {
    private RelayCases() {}

    private static final String WALL = "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>"
            + "<script src=/cdn-cgi/challenge-platform/x.js></script></body></html>";

    static Stream<FailureCase> all() {
        return Stream.of(newApi(), pages(), inStream(), anyone()).flatMap(List::stream);
    }

    private static FailureCase newApi(int status, String code, String message, FailureClass c) {
        return at("one-api, new-api", "relay.example").says(status, error("new_api_error", code, message), c);
    }

    private static List<FailureCase> newApi() {
        Upstream u = at("one-api, new-api", "relay.example");
        return List.of(
                newApi(401, "", "无效的令牌 (request id: X)", CREDENTIALS),
                newApi(401, "", "未提供令牌", CREDENTIALS),
                newApi(401, "", "令牌验证失败", CREDENTIALS),
                newApi(401, "", "该令牌已过期", CREDENTIALS),
                newApi(401, "", "该令牌状态不可用", CREDENTIALS),
                newApi(401, "", "令牌额度已用尽", QUOTA_USED_UP),
                newApi(401, "", "该令牌额度已用尽", QUOTA_USED_UP),
                newApi(403, "", "令牌额度不足", QUOTA_USED_UP),
                newApi(403, "insufficient_user_quota", "x", QUOTA_USED_UP),
                newApi(403, "", "用户额度不足", QUOTA_USED_UP),
                newApi(403, "", "user quota is not enough", QUOTA_USED_UP),
                newApi(403, "", "余额不足", QUOTA_USED_UP),
                newApi(403, "pre_consume_token_quota_failed", "x", QUOTA_USED_UP),
                newApi(403, "", "预扣费额度失败, 用户剩余额度: ¥0.01, 需要预扣费额度: ¥0.02", QUOTA_USED_UP),
                newApi(403, "", "该令牌无权使用模型：x", CREDENTIALS).cooling(SOURCE_KEY_MODEL),
                newApi(403, "", "无权访问 vip 分组", CREDENTIALS).cooling(SOURCE_KEY_MODEL),
                newApi(403, "", "该令牌只能在指定网段使用", CREDENTIALS),
                newApi(403, "", "用户已被封禁", CREDENTIALS),
                newApi(403, "", "该渠道已被禁用", CREDENTIALS),
                newApi(503, "", "当前分组 default 下对于模型 x 无可用渠道", MODEL_MISSING),
                newApi(503, "model_not_found", "分组 default 下模型 x 无可用渠道（distributor）", MODEL_MISSING),
                newApi(503, "", "No available channel for model x under group default (distributor)", MODEL_MISSING),
                newApi(500, "get_channel_failed", "x", TRANSPORT),
                newApi(503, "channel:no_available_key", "x", TRANSPORT),
                newApi(503, "", "该渠道已被禁用", TRANSPORT),
                newApi(429, "", "当前分组上游负载已饱和，请稍后再试", RATE_LIMITED),
                newApi(429, "insufficient_quota", "当前分组上游负载已饱和，请稍后再试", QUOTA_USED_UP),
                newApi(429, "insufficient_user_quota", "当前分组上游负载已饱和，请稍后再试", QUOTA_USED_UP),
                newApi(502, "", "当前分组上游负载已饱和，请稍后再试", RATE_LIMITED),
                newApi(200, "", "当前分组上游负载已饱和，请稍后再试", RATE_LIMITED),
                u.says(
                        500,
                        error("upstream_error", "bad_response_status_code", "bad response status code 429", "429"),
                        RATE_LIMITED),
                u.says(
                        500,
                        error("upstream_error", "bad_response_status_code", "bad response status code 401", "401"),
                        CREDENTIALS),
                u.says(
                        500,
                        error("upstream_error", "bad_response_status_code", "bad response status code 400", "400"),
                        CALLER_FAULT),
                u.says(
                        503,
                        error("upstream_error", "bad_response_status_code", "bad response status code 503", "503"),
                        TRANSPORT),
                newApi(500, "do_request_failed", "请求上游地址失败", TRANSPORT),
                newApi(500, "empty_response", "x", TRANSPORT),
                newApi(500, "bad_response_body", "x", TRANSPORT),
                newApi(500, "read_response_body_failed", "x", TRANSPORT),
                newApi(400, "sensitive_words_detected", "x", CONTENT_FILTERED),
                newApi(400, "prompt_blocked", "x", CONTENT_FILTERED),
                newApi(400, "invalid_request", "x", CALLER_FAULT),
                newApi(400, "bad_request_body", "x", CALLER_FAULT),
                newApi(400, "convert_request_failed", "x", CALLER_FAULT),
                u.says(404, error("invalid_request_error", "", "Invalid URL (POST /v1/x)"), MODEL_MISSING),
                u.says(403, anthropic("new_api_error", "用户额度不足"), QUOTA_USED_UP),
                u.says(200, "<!doctype html><html><title>New API</title></html>", CREDENTIALS),
                u.says(400, error("upstream_error", "Arrearage", "Access denied"), QUOTA_USED_UP),
                u.says(
                        429,
                        error("exceeded_current_quota_error", null, "suspended due to insufficient balance"),
                        QUOTA_USED_UP));
    }

    private static List<FailureCase> pages() {
        Upstream u = at("walls and web servers", "relay.example");
        return List.of(
                u.says(403, WALL, TRANSPORT),
                u.says(503, WALL, TRANSPORT),
                u.says(403, "<html><head><title>Attention Required! | Cloudflare</title></head></html>", TRANSPORT),
                u.says(403, "<html>Just a moment</html>", TRANSPORT).with("cf-mitigated", "challenge"),
                u.says(429, "<html><title>Error 1015 | Cloudflare</title></html>", RATE_LIMITED)
                        .with("Retry-After", "10")
                        .waiting("PT10S"),
                u.says(403, "<html><head><title>403 Forbidden</title></head><hr>nginx</html>", CREDENTIALS),
                u.says(404, "<html><head><title>404 Not Found</title></head></html>", MODEL_MISSING),
                u.says(413, "<html><head><title>413 Request Entity Too Large</title></head></html>", CALLER_FAULT),
                u.says(502, "<html><head><title>502 Bad Gateway</title></head></html>", TRANSPORT),
                u.says(524, "error code: 524", TRANSPORT),
                u.says(301, "", TRANSPORT));
    }

    private static List<FailureCase> inStream() {
        Upstream u = at("inside a 200", "relay.example");
        return List.of(
                u.says(200, json("{'error':{'message':'Streaming response failed: [503] upstream'}}"), TRANSPORT),
                u.says(200, json("{'error':{'message':'Streaming response failed: [429] upstream'}}"), RATE_LIMITED),
                u.says(200, json("event: error\ndata: {'error':{'message':'x','code':429}}\n\n"), RATE_LIMITED),
                u.says(
                        200,
                        json(
                                "{'type':'error','code':'rate_limit_exceeded','message':'x','param':null,'sequence_number':2}"),
                        RATE_LIMITED),
                u.says(200, json("{'type':'error','code':'server_error','message':'x','param':null}"), TRANSPORT),
                u.says(
                        200,
                        json(
                                "{'type':'response.failed','response':{'status':'failed','error':{'code':'rate_limit_exceeded','message':'x'}}}"),
                        RATE_LIMITED),
                u.says(
                        200,
                        json("{'type':'response.failed','response':{'error':{'code':'server_error','message':'x'}}}"),
                        TRANSPORT),
                u.says(
                        200,
                        json(
                                "{'type':'response.failed','response':{'error':{'code':'context_length_exceeded','message':'x'}}}"),
                        CONTEXT_TOO_LONG),
                u.says(
                        200,
                        json(
                                "{'type':'response.failed','response':{'error':{'code':'insufficient_quota','message':'x'}}}"),
                        QUOTA_USED_UP),
                u.says(
                        200,
                        json("{'error':{'code':'server_error','message':'x'},'choices':[{'finish_reason':'error'}]}"),
                        TRANSPORT),
                u.says(
                        200,
                        json("{'error':{'type':'service_unavailable_error','code':'server_is_overloaded'}}"),
                        TRANSPORT),
                u.says(200, one("error", "text"), TRANSPORT),
                u.says(200, one("error", "context window is full: maximum context length"), CONTEXT_TOO_LONG),
                u.says(200, json("{'choices':[]}"), TRANSPORT),
                u.says(200, "", TRANSPORT));
    }

    private static List<FailureCase> anyone() {
        Upstream u = at("anyone", "relay.example");
        return List.of(
                u.says(400, "", CALLER_FAULT),
                u.says(401, "", CREDENTIALS),
                u.says(402, "", QUOTA_USED_UP),
                u.says(403, "", CREDENTIALS),
                u.says(403, one("detail", "account locked: top up"), CREDENTIALS),
                u.says(404, "", MODEL_MISSING),
                u.says(404, json("{'error':{'message':'No model found','code':404}}"), MODEL_MISSING),
                u.says(404, error(null, null, "No such tool", "tools"), CALLER_FAULT),
                u.says(405, "", CALLER_FAULT),
                u.says(408, "", TRANSPORT),
                u.says(409, "", TRANSPORT),
                u.says(413, "", CALLER_FAULT),
                u.says(415, "", CALLER_FAULT),
                u.says(418, "", CALLER_FAULT),
                u.says(422, "", CALLER_FAULT),
                u.says(424, "", TRANSPORT),
                u.says(425, "", TRANSPORT),
                u.says(429, "", RATE_LIMITED),
                u.says(451, "", CONTENT_FILTERED),
                u.says(499, "", CLIENT_GONE),
                u.says(500, "", TRANSPORT),
                u.says(502, "", TRANSPORT),
                u.says(503, "", TRANSPORT).with("Retry-After", "120").waiting("PT2M"),
                u.says(504, "", TRANSPORT),
                u.says(520, "", TRANSPORT),
                u.says(529, "", TRANSPORT),
                u.says(500, json("{'error':{'code':429,'message':'x'}}"), RATE_LIMITED),
                u.says(500, json("{'error':{'code':'429','message':'x'}}"), RATE_LIMITED),
                u.says(400, json("{'error':{'code':429,'message':'x'}}"), CALLER_FAULT),
                u.says(401, json("{'error':{'code':429,'message':'x'}}"), CREDENTIALS),
                u.says(500, error("rate_limit_error", null, "x"), RATE_LIMITED),
                u.says(500, error("RateLimitError", null, "x"), RATE_LIMITED),
                u.says(200, error("request_timeout", null, "x"), TRANSPORT),
                u.says(200, error("internal_server_error", null, "x"), TRANSPORT),
                u.says(500, one("message", "Error code: 429 in the prompt"), TRANSPORT),
                u.says(400, error(null, null, "{\"error\":{\"message\":\"API key not valid.\"}}"), CREDENTIALS),
                u.says(
                        400,
                        error(null, null, "{\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"x\"}}"),
                        CONTEXT_TOO_LONG),
                u.says(
                        400,
                        json(
                                "{'error':{'message':'messages.7: image exceeds 2000 pixels','type':'invalid_request_error',"
                                        + "'param':'messages','code':'invalid_image'}}"),
                        CALLER_FAULT));
    }
}
