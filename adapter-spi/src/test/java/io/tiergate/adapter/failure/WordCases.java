package io.tiergate.adapter.failure;

import static io.tiergate.adapter.failure.FailureCase.at;
import static io.tiergate.adapter.failure.FailureCase.error;
import static io.tiergate.adapter.failure.FailureCase.google;
import static io.tiergate.adapter.failure.FailureCase.json;
import static io.tiergate.adapter.failure.FailureClass.CALLER_FAULT;
import static io.tiergate.adapter.failure.FailureClass.CONTENT_FILTERED;
import static io.tiergate.adapter.failure.FailureClass.CONTEXT_TOO_LONG;
import static io.tiergate.adapter.failure.FailureClass.CREDENTIALS;
import static io.tiergate.adapter.failure.FailureClass.FREE_TIER_USED_UP;
import static io.tiergate.adapter.failure.FailureClass.MODEL_MISSING;
import static io.tiergate.adapter.failure.FailureClass.QUOTA_USED_UP;
import static io.tiergate.adapter.failure.FailureClass.RATE_LIMITED;
import static io.tiergate.adapter.failure.FailureClass.TRANSPORT;
import static io.tiergate.adapter.failure.FailureScope.SOURCE_KEY_MODEL;

import io.tiergate.adapter.failure.FailureCase.Upstream;
import java.util.stream.Stream;

/** Cases that only words decide, and the traps beside them. */
final class WordCases {
    private WordCases() {}

    private static final Upstream ANY = at("words", "relay.example");
    private static final Upstream TRAPS = at("words that do not count", "relay.example");

    static Stream<FailureCase> all() {
        return Stream.of(words(), traps()).flatMap(s -> s);
    }

    private static Stream<FailureCase> said(int status, FailureClass c, String... texts) {
        return Stream.of(texts).map(text -> ANY.says(status, error(null, null, text), c));
    }

    private static Stream<FailureCase> words() {
        return Stream.of(
                        said(
                                429,
                                QUOTA_USED_UP,
                                "insufficient_quota",
                                "Insufficient balance",
                                "insufficient credits",
                                "your credit balance is too low",
                                "used all available credits",
                                "you have run out of funds",
                                "You exceeded your current quota, please check your plan",
                                "billing hard limit has been reached",
                                "monthly spending limit",
                                "Arrearage",
                                "bill overdue",
                                "余额不足",
                                "额度不足",
                                "额度已用尽",
                                "额度已用完",
                                "额度耗尽",
                                "账户欠费",
                                "资源包余量已用尽",
                                "计费资源已耗尽",
                                "套餐已到期"),
                        said(
                                403,
                                QUOTA_USED_UP,
                                "insufficient_user_quota",
                                "insufficient funds",
                                "Your prepayment credits are depleted",
                                "You are out of credits",
                                "spend limit reached",
                                "Your account is overdue",
                                "account overdue",
                                "overdue payment",
                                "额度已耗尽",
                                "usage limit reached",
                                "out of quota",
                                "余额已耗尽"),
                        said(429, QUOTA_USED_UP, "max organization RPD: 1"),
                        said(
                                        429,
                                        QUOTA_USED_UP,
                                        "100 requests per month",
                                        "limit of requests / day",
                                        "over the RPD limit",
                                        "daily limit reached",
                                        "daily quota reached",
                                        "monthly limit reached")
                                .map(c -> c.cooling(SOURCE_KEY_MODEL)),
                        said(403, FREE_TIER_USED_UP, "该模型的免费额度已用完", "该模型的免费额度已耗尽"),
                        said(
                                        403,
                                        CREDENTIALS,
                                        "You are not entitled to access this model",
                                        "not allowed to use model x",
                                        "not allowed to use this model",
                                        "key not allowed to access model",
                                        "no permission to use model x",
                                        "no permission to use the model",
                                        "this key may not use model m",
                                        "this key may not use this model",
                                        "this token cannot use model x",
                                        "not authorized to use model x",
                                        "not authorized to use this model",
                                        "not enabled for model x",
                                        "not enabled for this model")
                                .map(c -> c.cooling(SOURCE_KEY_MODEL)),
                        said(403, RATE_LIMITED, "Rate limit exceeded", "Too many requests"),
                        said(400, CREDENTIALS, "API key not found"),
                        said(
                                400,
                                MODEL_MISSING,
                                "No such model",
                                "Unknown model",
                                "Invalid model name passed in model=x",
                                "on-demand throughput isn't supported"),
                        said(503, MODEL_MISSING, "No providers meet your routing requirements"),
                        said(
                                400,
                                CONTENT_FILTERED,
                                "blocked by the content policy",
                                "triggered Azure's content management policy",
                                "against our usage policies",
                                "sensitive information",
                                "sensitive words detected",
                                "your input was flagged"),
                        said(404, CALLER_FAULT, "No file found with id x", "No such file object: x"),
                        said(403, FREE_TIER_USED_UP, "The free tier of the model has been exhausted"),
                        said(
                                503,
                                RATE_LIMITED,
                                "rate limit",
                                "hit the rate_limit",
                                "too many requests",
                                "request was throttled",
                                "TPM limit reached",
                                "RPM limit reached",
                                "请求过于频繁",
                                "频率限制",
                                "速率限制",
                                "触发限流",
                                "并发数过高"),
                        said(
                                429,
                                TRANSPORT,
                                "model is overloaded",
                                "at capacity",
                                "no capacity",
                                "queue is full",
                                "server busy",
                                "high demand",
                                "上游负载已饱和",
                                "访问量过大",
                                "服务繁忙",
                                "系统繁忙"),
                        said(
                                400,
                                CREDENTIALS,
                                "Invalid API key",
                                "Incorrect API key provided",
                                "API key not valid",
                                "API key expired",
                                "organization has been disabled",
                                "organization has been restricted",
                                "account_deactivated",
                                "access was terminated",
                                "无效的令牌",
                                "令牌已过期",
                                "鉴权失败",
                                "账号已被封禁",
                                "账号未实名"),
                        said(200, CREDENTIALS, "invalid token", "Unauthorized", "permission denied"),
                        said(
                                400,
                                MODEL_MISSING,
                                "model_not_found",
                                "Model not found",
                                "The model does not exist",
                                "No endpoints found",
                                "DeploymentNotFound",
                                "Unsupported model",
                                "Model x is not available for your plan",
                                "无可用渠道",
                                "模型不存在"),
                        said(
                                400,
                                CONTEXT_TOO_LONG,
                                "context_length_exceeded",
                                "maximum context length",
                                "over the context window",
                                "over the context size",
                                "prompt is too long",
                                "Input is too long",
                                "too many tokens",
                                "exceeded model token limit",
                                "Range of input length should be [1, 8]",
                                "maximum prompt length",
                                "exceeds the maximum number of tokens",
                                "tokens_too_long",
                                "Please reduce the length of the messages",
                                "Prompt 超长"),
                        said(
                                400,
                                CONTENT_FILTERED,
                                "content_filter",
                                "content_policy",
                                "ResponsibleAI",
                                "data_inspection_failed",
                                "DataInspectionFailed",
                                "sensitive content",
                                "considered high risk",
                                "our safety system",
                                "包含敏感内容",
                                "内容违规"),
                        said(403, CONTENT_FILTERED, "blocked by moderation", "input is sensitive", "high risk"))
                .flatMap(s -> s);
    }

    private static FailureCase trap(int status, String message, FailureClass c) {
        return TRAPS.says(status, error("invalid_request_error", null, message), c);
    }

    private static Stream<FailureCase> traps() {
        return Stream.of(
                trap(400, "Invalid content: 'why is my insufficient balance error 429 rate limit?'", CALLER_FAULT),
                trap(
                        400,
                        "messages.0.content: \"the maximum context length of a model\" is not of type array",
                        CALLER_FAULT),
                trap(400, "messages.0: '余额不足怎么办' is not valid", CALLER_FAULT),
                trap(
                        400,
                        "1 validation error: input_value={'content': prompt is too long, api key expired}",
                        CALLER_FAULT),
                trap(400, "Tool names are case-sensitive", CALLER_FAULT),
                trap(400, "The payment is overdue is no valid role", CALLER_FAULT),
                trap(400, "rate limit too many requests overloaded", CALLER_FAULT),
                trap(400, "Error 429", CALLER_FAULT),
                trap(400, "credit and balance are no valid fields", CALLER_FAULT),
                trap(400, "Unauthorized field in schema", CALLER_FAULT),
                trap(401, "API keys are case-sensitive", CREDENTIALS),
                trap(402, "Add credits to increase your rate limit", QUOTA_USED_UP),
                trap(429, "too many tokens per minute", RATE_LIMITED),
                trap(500, "Request timed out after 30s", TRANSPORT),
                TRAPS.says(
                        429,
                        error(null, "rate_limit_exceeded", "Check your plan and billing to raise the rate limit"),
                        RATE_LIMITED),
                TRAPS.says(
                        429,
                        google(
                                429,
                                "RESOURCE_EXHAUSTED",
                                "You exceeded your current quota. * Quota exceeded for metric: x"),
                        RATE_LIMITED),
                TRAPS.says(
                        422,
                        json(
                                "{'detail':[{'loc':['body'],'msg':'prompt is too long','type':'x','input':'api key expired'}]}"),
                        CALLER_FAULT),
                TRAPS.says(400, "{\"error\":{\"message\":\"cut in the mid", CALLER_FAULT),
                trap(400, "bad request to upstream: \"the prompt is too long\"", CALLER_FAULT),
                trap(502, "upstream said {\"error\":{\"message\":\"Insufficient Balance here\"}}", QUOTA_USED_UP),
                TRAPS.says(
                        429,
                        json("{'object':'error','message':'x','type':'rate_limited','code':'1301'}"),
                        RATE_LIMITED),
                TRAPS.says(400, "[]", CALLER_FAULT),
                TRAPS.says(400, "null", CALLER_FAULT),
                TRAPS.says(400, json("{'error':[]}"), CALLER_FAULT),
                TRAPS.says(400, json("{'error':[{'message':'x','code':'context_length_exceeded'}]}"), CONTEXT_TOO_LONG),
                TRAPS.says(400, json("{'error':{'code':{'nested':1},'message':['x'],'type':true}}"), CALLER_FAULT));
    }
}
