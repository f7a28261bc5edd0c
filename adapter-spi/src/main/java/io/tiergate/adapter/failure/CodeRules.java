package io.tiergate.adapter.failure;

import static io.tiergate.adapter.failure.CodeRule.is;
import static io.tiergate.adapter.failure.FailureClass.CALLER_FAULT;
import static io.tiergate.adapter.failure.FailureClass.CONTENT_FILTERED;
import static io.tiergate.adapter.failure.FailureClass.CONTEXT_TOO_LONG;
import static io.tiergate.adapter.failure.FailureClass.CREDENTIALS;
import static io.tiergate.adapter.failure.FailureClass.FREE_TIER_USED_UP;
import static io.tiergate.adapter.failure.FailureClass.MODEL_MISSING;
import static io.tiergate.adapter.failure.FailureClass.QUOTA_USED_UP;
import static io.tiergate.adapter.failure.FailureClass.RATE_LIMITED;
import static io.tiergate.adapter.failure.FailureClass.TRANSPORT;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The codes that decide alone, whatever status and message say. Of several rules for a code the first that holds wins. Codes
 * that say no more than a status stand in {@link StatusNames}.
 *
 * <p>{@link ErrorBody} puts a name before the numbers of those who number their errors ({@code qianfan:17}, {@code minimax:1008}), and
 * before what it finds in whole answers ({@code finish:sensitive}) and in lists ({@code google:per_day}).
 *
 * <p>Sources: the providers' error pages, read for docs/failure-classes.md in November 2026.
 */
final class CodeRules {
    private static final ZoneId PACIFIC = ZoneId.of("America/Los_Angeles");
    private static final ZoneId BEIJING = ZoneId.of("Asia/Shanghai");

    /** Words for an allowance that is gone, beside a code that DashScope uses for its limits per minute too. */
    private static final List<Phrase> FREE_ALLOWANCE_GONE =
            Phrase.list("free allocated quota", "free quota", "free tier", "免费额度");

    private static final List<Phrase> MONEY_GONE = Phrase.list(
            "arrear", "overdue", "insufficient balance", "exhausted", "used up", "欠费", "余额", "用尽", "用完", "耗尽");

    static final List<CodeRule> RULES = List.of(
            // OpenAI, Azure, and all who copy them
            is(CONTEXT_TOO_LONG, "context_length_exceeded", "token_limit_exceeded"),
            // One request above the whole budget of a minute: waiting never helps (Groq answers 413).
            is(CONTEXT_TOO_LONG, "rate_limit_exceeded").at(413),
            is(
                    CALLER_FAULT,
                    "string_above_max_length",
                    "invalid_value",
                    "invalid_type",
                    "invalid_image",
                    "image_too_large",
                    "max_tokens_exceeded",
                    "missing_required_parameter",
                    "unknown_parameter",
                    "unsupported_parameter",
                    "unsupported_value",
                    "invalid_encrypted_content",
                    "previous_response_not_found",
                    "fastapi:validation"),
            is(
                    CONTENT_FILTERED,
                    "content_filter",
                    "content_policy_violation",
                    "moderation_blocked",
                    "image_generation_user_error",
                    "ResponsibleAIPolicyViolation"),
            is(
                    CREDENTIALS,
                    "invalid_api_key",
                    "incorrect_api_key_error",
                    "invalid_authentication_error",
                    "account_deactivated",
                    "unsupported_country_region_territory"),
            is(MODEL_MISSING, "model_not_found", "model_decommissioned", "unknown_model", "invalid_model"),
            is(MODEL_MISSING, "DeploymentNotFound"),
            is(QUOTA_USED_UP, "insufficient_quota")
                    .onDashScope()
                    .where(FREE_ALLOWANCE_GONE)
                    .forModelOfKey(),
            is(QUOTA_USED_UP, "insufficient_quota").onDashScope().where(MONEY_GONE),
            is(RATE_LIMITED, "insufficient_quota").onDashScope(), // tokens a minute there, not the balance
            is(
                    QUOTA_USED_UP,
                    "insufficient_quota",
                    "credit_balance_exhausted",
                    "organization_spend_limit_exceeded",
                    "project_spend_limit_exceeded",
                    "organization_usage_limit_exceeded",
                    "billing_hard_limit_reached",
                    "billing_not_active",
                    "usage_limit_reached",
                    "payment_required"),
            is(TRANSPORT, "slow_down", "server_is_overloaded"),
            // Anthropic
            is(QUOTA_USED_UP, "billing_error", "enforced_spend_limit_reached"),
            is(CALLER_FAULT, "request_too_large"),
            // Gemini, Vertex AI
            is(QUOTA_USED_UP, "google:no_quota").forModelOfKey(),
            is(QUOTA_USED_UP, "google:per_day").forModelOfKey().untilMidnight(PACIFIC),
            is(QUOTA_USED_UP, "QUOTA_EXHAUSTED"),
            is(RATE_LIMITED, "google:per_minute"),
            is(CREDENTIALS, "API_KEY_INVALID", "SERVICE_DISABLED"),
            is(TRANSPORT, "MODEL_CAPACITY_EXHAUSTED"),
            // AWS Bedrock
            is(QUOTA_USED_UP, "ServiceQuotaExceededException"),
            is(
                    CREDENTIALS,
                    "IncompleteSignature*",
                    "InvalidSignature*",
                    "RequestExpired*",
                    "NotAuthorized*",
                    "UnrecognizedClientException",
                    "ExpiredToken*"),
            is(MODEL_MISSING, "FTUFormNotFilled*"),
            is(
                    TRANSPORT,
                    "ModelTimeoutException",
                    "ModelErrorException",
                    "ModelStreamErrorException",
                    "ModelNotReadyException"),
            // Mistral, Groq, Text Generation Inference, llama.cpp
            is(TRANSPORT, "service_tier_capacity_exceeded", "capacity_exceeded", "overloaded"),
            is(CALLER_FAULT, "tool_use_failed", "not_supported_error"),
            is(CONTEXT_TOO_LONG, "exceed_context_size_error"),
            // OpenRouter
            is(QUOTA_USED_UP, "openrouter_credits", "openrouter_key_limit", "weight_exceeds_budget"),
            is(RATE_LIMITED, "openrouter_in_flight_budget", "in_flight_budget_exhausted"),
            is(TRANSPORT, "upstream_provider_shared_pool"),
            is(CONTENT_FILTERED, "openrouter:flagged"),
            // Fireworks' edge
            is(RATE_LIMITED, "policies.ratelimit.*"),
            is(CREDENTIALS, "oauth.v2.*"),
            // Moonshot
            is(TRANSPORT, "engine_overloaded_error"),
            is(QUOTA_USED_UP, "exceeded_current_quota_error"),
            // Zhipu, z.ai
            is(
                    CREDENTIALS,
                    "zhipu:1000",
                    "zhipu:1001",
                    "zhipu:1002",
                    "zhipu:1003",
                    "zhipu:1004",
                    "zhipu:1110",
                    "zhipu:1111",
                    "zhipu:1112",
                    "zhipu:1121",
                    "zhipu:1313"),
            is(QUOTA_USED_UP, "zhipu:1113", "zhipu:1308", "zhipu:1309", "zhipu:1310"),
            is(QUOTA_USED_UP, "zhipu:1304").untilMidnight(BEIJING),
            is(RATE_LIMITED, "zhipu:1302", "zhipu:1303"),
            is(TRANSPORT, "zhipu:1305", "zhipu:1312", "zhipu:1120", "zhipu:1230", "zhipu:1234"),
            is(MODEL_MISSING, "zhipu:1311", "zhipu:1211", "zhipu:1212", "zhipu:1220", "zhipu:1221", "zhipu:1222"),
            is(CALLER_FAULT, "zhipu:1210", "zhipu:1213", "zhipu:1214", "zhipu:1215"),
            is(CONTEXT_TOO_LONG, "zhipu:1261", "finish:model_context_window_exceeded"),
            is(CONTENT_FILTERED, "zhipu:1301"),
            is(TRANSPORT, "finish:network_error"),
            // DashScope, native and compatible
            is(FREE_TIER_USED_UP, "AllocationQuota.FreeTierOnly"),
            is(QUOTA_USED_UP, "Throttling.AllocationQuota")
                    .where(FREE_ALLOWANCE_GONE)
                    .forModelOfKey(),
            is(QUOTA_USED_UP, "Throttling.AllocationQuota").where(MONEY_GONE),
            is(RATE_LIMITED, "Throttling", "Throttling.*", "LimitRequests", "limit_requests", "limit_burst_rate"),
            is(CONTENT_FILTERED, "DataInspectionFailed", "data_inspection_failed"),
            is(QUOTA_USED_UP, "Arrearage", "PrepaidBillOverdue", "PostpaidBillOverdue", "CommodityNotPurchased"),
            is(CREDENTIALS, "InvalidApiKey", "AccessDenied.Unpurchased"),
            is(CREDENTIALS, "Model.AccessDenied").forModelOfKey(),
            is(MODEL_MISSING, "ModelNotFound"),
            is(TRANSPORT, "ModelUnavailable", "ModelServingError"),
            // Baidu Qianfan
            is(CALLER_FAULT, "malformed_json", "invalid_messages", "qianfan:336003"),
            is(CONTEXT_TOO_LONG, "characters_too_long", "tokens_too_long", "qianfan:336007", "qianfan:336103"),
            is(
                    CONTENT_FILTERED,
                    "unsafe_request",
                    "image_url_unsafe",
                    "system_unsafe",
                    "user_setting_unsafe",
                    "functions_unsafe"),
            is(CREDENTIALS, "invalid_iam_token", "invalid_appid", "no_parameter_permission"),
            is(QUOTA_USED_UP, "account_overdue", "coding_plan_subscription_expired"),
            is(MODEL_MISSING, "model_offline", "qianfan:3"),
            is(
                    RATE_LIMITED,
                    "rpm_rate_limit_exceeded",
                    "tpm_rate_limit_exceeded",
                    "input_tpm_rate_limit_exceeded",
                    "output_tpm_rate_limit_exceeded",
                    "user_rate_limit_exceeded",
                    "coding_plan_rate_limit_exceeded"),
            is(
                    TRANSPORT,
                    "cluster_*",
                    "preemptible_rate_limit_exceeded",
                    "Offline_batch_reasoning_refused",
                    "coding_plan_cluster_rate_limited"),
            is(TRANSPORT, "qianfan:1", "qianfan:2", "qianfan:4", "qianfan:336100"),
            is(
                    CREDENTIALS,
                    "qianfan:6",
                    "qianfan:13",
                    "qianfan:14",
                    "qianfan:15",
                    "qianfan:100",
                    "qianfan:110",
                    "qianfan:111"),
            is(QUOTA_USED_UP, "qianfan:17", "qianfan:19"),
            is(RATE_LIMITED, "qianfan:18", "qianfan:336501", "qianfan:336502"),
            // Volcengine Ark, BytePlus ModelArk
            is(
                    CONTENT_FILTERED,
                    "InputTextRiskDetection*",
                    "InputImageRiskDetection*",
                    "OutputTextRiskDetection*",
                    "SensitiveContentDetected*",
                    "InputTextSensitiveContentDetected*",
                    "OutputTextSensitiveContentDetected*"),
            is(CREDENTIALS, "InvalidAccountStatus", "OperationDenied.PermissionDenied"),
            is(CREDENTIALS, "OperationDenied.ServiceNotOpen"),
            is(QUOTA_USED_UP, "AccountOverdueError", "OperationDenied.ServiceOverdue"),
            is(MODEL_MISSING, "InvalidEndpoint.*", "InvalidEndpointOrModel.*", "ModelNotOpen", "UnsupportedModel"),
            is(
                    RATE_LIMITED,
                    "RateLimitExceeded.*",
                    "ModelAccountRpmRateLimitExceeded",
                    "ModelAccountTpmRateLimitExceeded",
                    "ModelAccountIpmRateLimitExceeded",
                    "APIAccountRpmRateLimitExceeded",
                    "AccountRateLimitExceeded",
                    "InflightBatchsizeExceeded"),
            is(TRANSPORT, "RequestBurstTooFast", "ServerOverloaded", "ModelLoadingError"),
            is(RATE_LIMITED, "QuotaExceeded").where(Phrase.list("queue", "排队")),
            is(QUOTA_USED_UP, "QuotaExceeded")
                    .where(Phrase.list("free", "trial", "免费"))
                    .forModelOfKey(),
            is(QUOTA_USED_UP, "QuotaExceeded"),
            is(QUOTA_USED_UP, "SetLimitExceeded").forModelOfKey(),
            // Tencent Hunyuan
            is(
                    CREDENTIALS,
                    "AuthFailure*",
                    "UnauthorizedOperation*",
                    "IpInBlacklist",
                    "IpNotInWhitelist",
                    "FailedOperation.UserUnAuthError",
                    "FailedOperation.ServiceNotActivated",
                    "ResourceUnavailable.NotExist"),
            is(
                    QUOTA_USED_UP,
                    "FailedOperation.FreeResourcePackExhausted",
                    "FailedOperation.ResourcePackExhausted",
                    "FailedOperation.ServiceStop",
                    "FailedOperation.ServiceStopArrears",
                    "ResourceUnavailable.InArrears",
                    "ResourceUnavailable.LowBalance",
                    "ResourceUnavailable.StopUsing",
                    "ResourceInsufficient.ChargeResourceExhaust"),
            is(RATE_LIMITED, "LimitExceeded*", "RequestLimitExceeded*"),
            is(
                    TRANSPORT,
                    "FailedOperation.EngineServerLimitExceeded",
                    "FailedOperation.EngineRequestTimeout",
                    "FailedOperation.EngineServerError"),
            is(MODEL_MISSING, "InvalidParameterValue.Model"),
            is(CALLER_FAULT, "RequestSizeLimitExceeded", "UnsupportedOperation*"),
            is(
                    CONTENT_FILTERED,
                    "OperationDenied.TextIllegalDetected",
                    "OperationDenied.ImageIllegalDetected",
                    "FailedOperation.GenerateImageFailed"),
            // SiliconFlow
            is(QUOTA_USED_UP, "30001"),
            is(TRANSPORT, "50505"),
            // MiniMax
            is(TRANSPORT, "minimax:1000", "minimax:1001", "minimax:1024", "minimax:1033"),
            is(RATE_LIMITED, "minimax:1002", "minimax:1039", "minimax:1041", "minimax:2045"),
            is(CREDENTIALS, "minimax:1004", "minimax:2049"),
            is(QUOTA_USED_UP, "minimax:1008", "minimax:2056"),
            is(CONTENT_FILTERED, "minimax:1026", "minimax:1027"),
            is(CONTEXT_TOO_LONG, "minimax:2013").where(Phrase.list("context window")),
            is(
                    CALLER_FAULT,
                    "minimax:1013",
                    "minimax:1042",
                    "minimax:1043",
                    "minimax:1044",
                    "minimax:2013",
                    "minimax:20132"),
            // one-api, new-api and their forks
            is(QUOTA_USED_UP, "insufficient_user_quota", "pre_consume_token_quota_failed"),
            is(TRANSPORT, "get_channel_failed", "channel:no_available_key", "do_request_failed"),
            is(TRANSPORT, "empty_response", "bad_response_body", "read_response_body_failed"),
            is(CONTENT_FILTERED, "sensitive_words_detected", "prompt_blocked"),
            is(CALLER_FAULT, "bad_request_body", "convert_request_failed"),
            // Whole answers that a filter ended
            is(CONTENT_FILTERED, "finish:content_filter", "finish:sensitive", "blocked:*"));

    private static final Map<String, List<CodeRule>> EXACT = new HashMap<>();
    private static final Map<String, CodeRule> BY_PREFIX = new LinkedHashMap<>();

    static {
        for (CodeRule rule : RULES) {
            for (String code : rule.codes()) {
                if (code.endsWith("*")) {
                    BY_PREFIX.put(code.substring(0, code.length() - 1), rule);
                } else {
                    EXACT.computeIfAbsent(code, c -> new ArrayList<>()).add(rule);
                }
            }
        }
    }

    private CodeRules() {}

    /** Returns what the first of the codes that decides says. */
    static Optional<Verdict> decide(Evidence seen) {
        for (String code : seen.codes()) {
            for (CodeRule rule : EXACT.getOrDefault(code, List.of())) {
                if (rule.holds(seen)) {
                    return Optional.of(rule.verdict());
                }
            }
            for (Map.Entry<String, CodeRule> prefix : BY_PREFIX.entrySet()) {
                if (code.startsWith(prefix.getKey())) {
                    return Optional.of(prefix.getValue().verdict());
                }
            }
        }
        return Optional.empty();
    }
}
