package io.tiergate.adapter.failure;

import static io.tiergate.adapter.failure.FailureCase.anthropic;
import static io.tiergate.adapter.failure.FailureCase.at;
import static io.tiergate.adapter.failure.FailureCase.error;
import static io.tiergate.adapter.failure.FailureCase.google;
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

/** Cases of hosted providers outside China. */
final class HostedCases {
    private static final String BAD_REQUEST = "invalid_request_error";

    private HostedCases() {}

    static Stream<FailureCase> all() {
        return Stream.of(
                        openAi(),
                        azure(),
                        anthropicOwn(),
                        gemini(),
                        vertex(),
                        bedrock(),
                        mistral(),
                        deepSeek(),
                        groq(),
                        xai(),
                        cohere(),
                        openRouter(),
                        together(),
                        fireworks(),
                        nvidia())
                .flatMap(List::stream);
    }

    private static List<FailureCase> openAi() {
        Upstream u = at("OpenAI", "api.openai.com");
        return List.of(
                u.says(400, error(BAD_REQUEST, "invalid_value", "x", "size"), CALLER_FAULT),
                u.says(400, error(BAD_REQUEST, "invalid_type", "x", "n"), CALLER_FAULT),
                u.says(400, error(BAD_REQUEST, "missing_required_parameter", "x", "messages"), CALLER_FAULT),
                u.says(400, error(BAD_REQUEST, "unknown_parameter", "x", "y"), CALLER_FAULT),
                u.says(400, error(BAD_REQUEST, "unsupported_value", "x", "temperature"), CALLER_FAULT),
                u.says(401, error(BAD_REQUEST, "account_deactivated", "x"), CREDENTIALS),
                u.says(400, error(BAD_REQUEST, "billing_hard_limit_reached", "x"), QUOTA_USED_UP),
                u.says(429, error("billing_not_active", "billing_not_active", "x"), QUOTA_USED_UP),
                u.says(400, error(BAD_REQUEST, null, "Invalid type for 'temperature'"), CALLER_FAULT),
                u.says(
                        400,
                        error(BAD_REQUEST, "unsupported_parameter", "Unsupported parameter", "max_tokens"),
                        CALLER_FAULT),
                u.says(
                        400,
                        error(
                                BAD_REQUEST,
                                "context_length_exceeded",
                                "This model's maximum context length is 128000 tokens."),
                        CONTEXT_TOO_LONG),
                u.says(
                        400,
                        error(BAD_REQUEST, null, "This model's maximum context length is 8192 tokens."),
                        CONTEXT_TOO_LONG),
                u.says(
                        400,
                        error(
                                BAD_REQUEST,
                                "string_above_max_length",
                                "Invalid 'user': string too long. Expected maxLength 64"),
                        CALLER_FAULT),
                u.says(400, error(BAD_REQUEST, "content_policy_violation", "Rejected"), CONTENT_FILTERED),
                u.says(
                        400,
                        error("image_generation_user_error", "moderation_blocked", "Your request was rejected"),
                        CONTENT_FILTERED),
                u.says(400, error("image_generation_user_error", null, "Your request was rejected"), CONTENT_FILTERED),
                u.says(
                        400,
                        error(BAD_REQUEST, null, "Invalid prompt: flagged as potentially violating our usage policy."),
                        CONTENT_FILTERED),
                u.says(
                        400,
                        error(BAD_REQUEST, null, "Your request was rejected as a result of our safety system."),
                        CONTENT_FILTERED),
                u.says(
                        400,
                        error(BAD_REQUEST, "invalid_encrypted_content", "The encrypted content could not be verified."),
                        CALLER_FAULT),
                u.says(
                        400,
                        error(
                                BAD_REQUEST,
                                "previous_response_not_found",
                                "Previous response with id 'resp_X' not found."),
                        CALLER_FAULT),
                u.says(
                        404,
                        error(
                                BAD_REQUEST,
                                "previous_response_not_found",
                                "Previous response with id 'resp_X' not found."),
                        CALLER_FAULT),
                u.says(
                        401,
                        error(BAD_REQUEST, "invalid_api_key", "Incorrect API key provided: sk-ab***yz."),
                        CREDENTIALS),
                u.says(
                        401,
                        error(BAD_REQUEST, null, "You must be a member of an organization to use the API"),
                        CREDENTIALS),
                u.says(401, error(BAD_REQUEST, "ip_not_authorized", "Your IP is not on the allow list"), CREDENTIALS),
                u.says(
                        403,
                        error("request_forbidden", "unsupported_country_region_territory", "Country not supported"),
                        CREDENTIALS),
                u.says(
                        403,
                        error(BAD_REQUEST, "model_not_found", "Project X does not have access to model Y"),
                        MODEL_MISSING),
                u.says(
                        404,
                        error(
                                BAD_REQUEST,
                                "model_not_found",
                                "The model 'X' does not exist or you do not have access to it."),
                        MODEL_MISSING),
                u.says(
                                429,
                                error(
                                        "tokens",
                                        "rate_limit_exceeded",
                                        "Rate limit reached for gpt-4o. Please try again in 6ms."),
                                RATE_LIMITED)
                        .waiting("PT0.006S"),
                u.says(
                                429,
                                error("requests", "rate_limit_exceeded", "Limit 3, Used 3. Please try again in 20s."),
                                RATE_LIMITED)
                        .waiting("PT20S"),
                u.says(
                                429,
                                error(
                                        "requests",
                                        "rate_limit_exceeded",
                                        "on requests per day (RPD): Limit 200, Used 200."),
                                QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL),
                u.says(
                        429,
                        error(
                                "tokens",
                                "rate_limit_exceeded",
                                "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 41000."),
                        CONTEXT_TOO_LONG),
                u.says(
                        429,
                        error(
                                "insufficient_quota",
                                "insufficient_quota",
                                "You exceeded your current quota, check your plan"),
                        QUOTA_USED_UP),
                u.says(429, error("insufficient_quota", "credit_balance_exhausted", "x"), QUOTA_USED_UP),
                u.says(429, error("insufficient_quota", "organization_spend_limit_exceeded", "x"), QUOTA_USED_UP),
                u.says(429, error("insufficient_quota", "project_spend_limit_exceeded", "x"), QUOTA_USED_UP),
                u.says(429, error("insufficient_quota", "organization_usage_limit_exceeded", "x"), QUOTA_USED_UP),
                u.says(429, error(null, "slow_down", "Slow down"), TRANSPORT),
                u.says(503, error(null, "slow_down", "Slow down"), TRANSPORT),
                u.says(
                                429,
                                json(
                                        "{'error':{'type':'usage_limit_reached','resets_at':1796050800,'message':'Limit'}}"),
                                QUOTA_USED_UP)
                        .waiting("PT3H"),
                u.says(
                                429,
                                json(
                                        "{'error':{'type':'usage_limit_reached','resets_in_seconds':3600,'message':'Limit'}}"),
                                QUOTA_USED_UP)
                        .waiting("PT1H"),
                u.says(429, error(null, null, "The selected model is at capacity. Try a different one."), TRANSPORT),
                u.says(500, error("server_error", null, "The server had an error"), TRANSPORT),
                u.says(503, error("service_unavailable_error", "server_is_overloaded", "Overloaded"), TRANSPORT),
                u.says(503, error("server_error", null, "That model is currently overloaded"), TRANSPORT),
                u.says(413, error(BAD_REQUEST, null, "Request too large"), CALLER_FAULT),
                u.says(404, error(BAD_REQUEST, null, "Item with id 'rs_X' not found.", "input"), CALLER_FAULT));
    }

    private static List<FailureCase> azure() {
        Upstream u = at("Azure OpenAI", "x.openai.azure.com");
        return List.of(
                u.says(
                        400,
                        json("{'error':{'message':'The response was filtered','param':'prompt','code':'content_filter',"
                                + "'status':400,'innererror':{'code':'ResponsibleAIPolicyViolation'}}}"),
                        CONTENT_FILTERED),
                u.says(
                        400,
                        json(
                                "{'error':{'message':'x','code':null,'innererror':{'code':'ResponsibleAIPolicyViolation'}}}"),
                        CONTENT_FILTERED),
                u.says(
                        200,
                        json("{'choices':[{'finish_reason':'content_filter','message':{'content':''}}]}"),
                        CONTENT_FILTERED),
                u.says(401, error(null, "401", "Access denied due to invalid subscription key"), CREDENTIALS),
                u.says(401, json("{'error':{'code':401,'message':'x'}}"), CREDENTIALS),
                u.says(
                        401,
                        error(null, "PermissionDenied", "The principal lacks the required data action"),
                        CREDENTIALS),
                u.says(403, error(null, "403", "Access denied due to Virtual Network/Firewall rules."), CREDENTIALS),
                u.says(403, error(null, null, "The resource is temporarily blocked"), CREDENTIALS),
                u.says(404, error(null, "DeploymentNotFound", "The API deployment does not exist"), MODEL_MISSING),
                u.says(404, error(null, "404", "Resource not found"), MODEL_MISSING),
                u.says(429, error(null, "429", "Rate limit is exceeded. Try again in 2 seconds."), RATE_LIMITED)
                        .waiting("PT2S"),
                u.says(
                                429,
                                error(
                                        null,
                                        "too_many_requests",
                                        "exceeded token rate limit of your current AIServices S0 pricing tier. "
                                                + "Please retry after 26 seconds."),
                                RATE_LIMITED)
                        .with("retry-after-ms", "25500")
                        .with("retry-after", "26")
                        .waiting("PT25.5S"),
                u.says(429, error(null, "429", "The system is experiencing high demand"), TRANSPORT),
                u.says(429, json("{'error':{'type':'rate_limit_error','param':'null','code':'null'}}"), RATE_LIMITED),
                u.says(503, error(null, null, "temporarily unable to process your request"), TRANSPORT));
    }

    private static List<FailureCase> anthropicOwn() {
        Upstream u = at("Anthropic", "api.anthropic.com");
        return List.of(
                u.says(400, anthropic(BAD_REQUEST, "messages: roles must alternate"), CALLER_FAULT),
                u.says(
                        400,
                        anthropic(BAD_REQUEST, "prompt is too long: 210000 tokens > 200000 maximum"),
                        CONTEXT_TOO_LONG),
                u.says(
                        400,
                        anthropic(BAD_REQUEST, "input length and max_tokens exceed context limit"),
                        CONTEXT_TOO_LONG),
                u.says(400, anthropic(BAD_REQUEST, "Your credit balance is too low to access the API"), QUOTA_USED_UP),
                u.says(
                                400,
                                anthropic(
                                        BAD_REQUEST,
                                        "You have reached your specified API usage limits. "
                                                + "You will regain access on 2026-12-01 at 00:00 UTC."),
                                QUOTA_USED_UP)
                        .waiting("PT12H"),
                u.says(
                        400,
                        anthropic(BAD_REQUEST, "You have reached your specified workspace API usage limits."),
                        QUOTA_USED_UP),
                u.says(400, anthropic(BAD_REQUEST, "Output blocked by content filtering policy"), CONTENT_FILTERED),
                u.says(400, anthropic(BAD_REQUEST, "Invalid `signature` in `thinking` block"), CALLER_FAULT),
                u.says(401, anthropic("authentication_error", "invalid x-api-key"), CREDENTIALS),
                u.says(402, anthropic("billing_error", "x"), QUOTA_USED_UP),
                u.says(403, anthropic("permission_error", "x"), CREDENTIALS),
                u.says(404, anthropic("not_found_error", "model: claude-x"), MODEL_MISSING),
                u.says(409, anthropic("conflict_error", "x"), TRANSPORT),
                u.says(413, anthropic("request_too_large", "Request exceeds the maximum size"), CALLER_FAULT),
                u.says(429, anthropic("rate_limit_error", "would exceed your rate limit"), RATE_LIMITED)
                        .with("retry-after", "12")
                        .waiting("PT12S"),
                u.says(429, anthropic("rate_limit_error", "x"), RATE_LIMITED)
                        .with("anthropic-ratelimit-requests-remaining", "12")
                        .with("anthropic-ratelimit-requests-reset", "2026-11-30T12:00:05Z")
                        .with("anthropic-ratelimit-input-tokens-remaining", "0")
                        .with("anthropic-ratelimit-input-tokens-reset", "2026-11-30T12:00:40Z")
                        .waiting("PT40S"),
                u.says(
                        429,
                        json("{'type':'error','error':{'type':'rate_limit_error','message':'x',"
                                + "'details':{'error_code':'enforced_spend_limit_reached'}}}"),
                        QUOTA_USED_UP),
                u.says(
                                429,
                                anthropic("rate_limit_error", "This request would exceed your account's limit"),
                                QUOTA_USED_UP)
                        .with("anthropic-ratelimit-unified-status", "rejected")
                        .with("anthropic-ratelimit-unified-5h-status", "rejected")
                        .with("anthropic-ratelimit-unified-5h-reset", "1796043600")
                        .with("anthropic-ratelimit-unified-7d-status", "allowed")
                        .with("anthropic-ratelimit-unified-7d-reset", "1796385600")
                        .waiting("PT1H"),
                u.says(500, anthropic("api_error", "Internal server error"), TRANSPORT),
                u.says(504, anthropic("timeout_error", "x"), TRANSPORT),
                u.says(529, anthropic("overloaded_error", "Overloaded"), TRANSPORT),
                u.says(529, anthropic("overloaded_error", "Overloaded"), TRANSPORT)
                        .with("retry-after", "30")
                        .waiting("PT30S"),
                u.says(200, anthropic("overloaded_error", "Overloaded"), TRANSPORT),
                u.says(200, anthropic("rate_limit_error", "x"), RATE_LIMITED),
                u.says(200, anthropic(BAD_REQUEST, "x"), CALLER_FAULT));
    }

    private static final String PER_MINUTE =
            "{'@type':'type.googleapis.com/google.rpc.QuotaFailure','violations':[{'quotaId':'GenerateRequestsPerMinutePerProjectPerModel-FreeTier','quotaValue':'10'}]}";
    private static final String PER_DAY =
            "{'@type':'type.googleapis.com/google.rpc.QuotaFailure','violations':[{'quotaId':'GenerateRequestsPerDayPerProjectPerModel-FreeTier','quotaValue':'20'}]}";
    private static final String DELAY = "{'@type':'type.googleapis.com/google.rpc.RetryInfo','retryDelay':'18.5s'}";

    private static List<FailureCase> gemini() {
        Upstream u = at("Gemini", "generativelanguage.googleapis.com");
        String exceeded = "You exceeded your current quota. See https://ai.google.dev/x. Please retry in 18.5s.";
        return List.of(
                u.says(429, google(429, "RESOURCE_EXHAUSTED", "x", "{'reason':'MODEL_CAPACITY_EXHAUSTED'}"), TRANSPORT),
                u.says(400, google(400, "OUT_OF_RANGE", "x"), CALLER_FAULT),
                u.says(400, google(400, "INVALID_ARGUMENT", "Invalid JSON payload received"), CALLER_FAULT),
                u.says(
                        400,
                        google(
                                400,
                                "INVALID_ARGUMENT",
                                "API key not valid. Please pass a valid API key.",
                                "{'@type':'type.googleapis.com/google.rpc.ErrorInfo','reason':'API_KEY_INVALID'}"),
                        CREDENTIALS),
                u.says(400, google(400, "INVALID_ARGUMENT", "API key not valid."), CREDENTIALS),
                u.says(400, google(400, "INVALID_ARGUMENT", "API key expired. Please renew the API key."), CREDENTIALS),
                u.says(
                        400,
                        google(
                                400,
                                "INVALID_ARGUMENT",
                                "The input token count exceeds the maximum number of tokens allowed"),
                        CONTEXT_TOO_LONG),
                u.says(
                        400,
                        google(400, "INVALID_ARGUMENT", "Request payload size exceeds the limit"),
                        CONTEXT_TOO_LONG),
                u.says(
                        400,
                        google(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
                        CREDENTIALS),
                u.says(400, google(400, "FAILED_PRECONDITION", "The model needs an allow-list"), CREDENTIALS),
                u.says(402, google(402, "RESOURCE_EXHAUSTED", "Prepaid credit is gone"), QUOTA_USED_UP),
                u.says(402, error(null, "payment_required", "x"), QUOTA_USED_UP),
                u.says(403, google(403, "PERMISSION_DENIED", "Your API key was reported as leaked."), CREDENTIALS),
                u.says(404, google(404, "NOT_FOUND", "models/x is not found for API version v1beta"), MODEL_MISSING),
                u.says(404, google(404, "NOT_FOUND", "This model is no longer available to new users."), MODEL_MISSING),
                u.says(429, google(429, "RESOURCE_EXHAUSTED", exceeded, PER_MINUTE, DELAY), RATE_LIMITED)
                        .waiting("PT18.5S"),
                u.says(429, google(429, "RESOURCE_EXHAUSTED", exceeded, PER_MINUTE, PER_DAY, DELAY), QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL)
                        .waiting("PT20H"),
                u.says(429, google(429, "RESOURCE_EXHAUSTED", "Quota exceeded: limit: 0, model: x"), QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL),
                u.says(
                        429,
                        google(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
                        RATE_LIMITED),
                u.says(429, google(429, "RESOURCE_EXHAUSTED", "x", "{'reason':'QUOTA_EXHAUSTED'}"), QUOTA_USED_UP),
                u.says(
                                429,
                                google(
                                        429,
                                        "RESOURCE_EXHAUSTED",
                                        "x",
                                        "{'reason':'RATE_LIMIT_EXCEEDED','metadata':{'quotaResetDelay':'1h2m3s'}}"),
                                RATE_LIMITED)
                        .waiting("PT1H2M3S"),
                u.says(500, google(500, "INTERNAL", "An internal error has occurred."), TRANSPORT),
                u.says(503, google(503, "UNAVAILABLE", "The model is overloaded. Please try again later."), TRANSPORT),
                u.says(429, google(429, "RESOURCE_EXHAUSTED", "No capacity available for model x"), TRANSPORT),
                u.says(503, google(503, "UNAVAILABLE", "No capacity available for model x"), TRANSPORT),
                u.says(504, google(504, "DEADLINE_EXCEEDED", "Deadline expired"), TRANSPORT),
                u.says(499, google(499, "CANCELLED", "The operation was cancelled."), CLIENT_GONE),
                u.says(429, "[" + google(429, "RESOURCE_EXHAUSTED", "x", PER_MINUTE, DELAY) + "]", RATE_LIMITED)
                        .waiting("PT18.5S"),
                u.says(200, json("{'promptFeedback':{'blockReason':'SAFETY'}}"), CONTENT_FILTERED),
                u.says(200, json("{'candidates':[{'finishReason':'PROHIBITED_CONTENT'}]}"), CONTENT_FILTERED),
                u.says(200, json("{'candidates':[{'finishReason':'IMAGE_SAFETY'}]}"), CONTENT_FILTERED),
                u.says(200, google(503, "UNAVAILABLE", "The model is overloaded."), TRANSPORT));
    }

    private static List<FailureCase> vertex() {
        Upstream u = at("Vertex AI", "us-central1-aiplatform.googleapis.com");
        return List.of(
                u.says(400, google(400, "FAILED_PRECONDITION", "Organization policy"), CREDENTIALS),
                u.says(
                        403,
                        google(
                                403,
                                "PERMISSION_DENIED",
                                "Vertex AI API has not been used in project 1 before or it is disabled.",
                                "{'reason':'SERVICE_DISABLED'}"),
                        CREDENTIALS),
                u.says(
                        401,
                        google(401, "UNAUTHENTICATED", "Request had invalid authentication credentials."),
                        CREDENTIALS),
                u.says(403, google(403, "PERMISSION_DENIED", "Permission denied on resource project"), CREDENTIALS),
                u.says(404, google(404, "NOT_FOUND", "Publisher Model was not found in this region"), MODEL_MISSING),
                u.says(
                        429,
                        google(429, "RESOURCE_EXHAUSTED", "Resource exhausted. Please try again later."),
                        RATE_LIMITED),
                u.says(503, google(503, "UNAVAILABLE", "temporarily out of capacity"), TRANSPORT),
                u.says(400, anthropic(BAD_REQUEST, "prompt is too long: 9 tokens > 8 maximum"), CONTEXT_TOO_LONG));
    }

    private static FailureCase aws(Upstream u, int status, String exception, String message, FailureClass c) {
        return u.says(status, one("message", message), c).with("x-amzn-ErrorType", exception);
    }

    private static List<FailureCase> bedrock() {
        Upstream u = at("AWS Bedrock", "bedrock-runtime.us-east-1.amazonaws.com");
        String validation = "ValidationException";
        return List.of(
                aws(u, 400, validation, "Malformed input request", CALLER_FAULT),
                aws(u, 400, validation, "Input is too long for requested model.", CONTEXT_TOO_LONG),
                aws(u, 400, validation, "prompt is too long: 3 tokens > 2", CONTEXT_TOO_LONG),
                aws(u, 400, validation, "too many tokens in the request", CONTEXT_TOO_LONG),
                aws(u, 400, validation, "Too many input tokens. Max input tokens: 8192", CONTEXT_TOO_LONG),
                aws(u, 400, validation, "expected maxLength: 50000, actual: 60000", CONTEXT_TOO_LONG),
                aws(
                        u,
                        400,
                        validation,
                        "Invocation of model ID x with on-demand throughput isn’t supported.",
                        MODEL_MISSING),
                aws(u, 400, validation, "The provided model identifier is invalid.", MODEL_MISSING),
                aws(u, 400, "ServiceQuotaExceededException", "x", QUOTA_USED_UP),
                aws(u, 400, "IncompleteSignature", "x", CREDENTIALS),
                aws(u, 403, "InvalidSignatureException", "x", CREDENTIALS),
                aws(u, 400, "RequestExpired", "x", CREDENTIALS),
                aws(u, 400, "NotAuthorized", "x", CREDENTIALS),
                aws(
                        u,
                        403,
                        "AccessDeniedException",
                        "User is not authorized to perform: bedrock:InvokeModel",
                        CREDENTIALS),
                aws(
                                u,
                                403,
                                "AccessDeniedException",
                                "You don't have access to the model with the specified model ID.",
                                CREDENTIALS)
                        .cooling(SOURCE_KEY_MODEL),
                aws(
                        u,
                        403,
                        "UnrecognizedClientException",
                        "The security token included in the request is invalid.",
                        CREDENTIALS),
                aws(u, 403, "ExpiredTokenException", "x", CREDENTIALS),
                aws(u, 404, "ResourceNotFoundException", "x", MODEL_MISSING),
                aws(u, 404, "FTUFormNotFilled", "x", MODEL_MISSING),
                aws(u, 408, "ModelTimeoutException", "x", TRANSPORT),
                aws(u, 424, "ModelErrorException", "x", TRANSPORT),
                aws(
                        u,
                        429,
                        "ThrottlingException:http://internal.amazon.com/coral/com.amazon.bedrock/",
                        "Too many requests, please wait before trying again.",
                        RATE_LIMITED),
                aws(u, 429, "ThrottlingException", "Too many tokens, please wait before trying again.", RATE_LIMITED),
                aws(u, 429, "ThrottlingException", "Too many tokens per day, please wait.", QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL),
                aws(u, 429, "ModelNotReadyException", "x", TRANSPORT),
                aws(u, 500, "InternalServerException", "x", TRANSPORT),
                aws(u, 503, "ServiceUnavailableException", "x", TRANSPORT),
                u.says(200, json("{'throttlingException':{'message':'Too many requests'}}"), RATE_LIMITED),
                u.says(200, json("{'modelStreamErrorException':{'message':'x'}}"), TRANSPORT),
                u.says(200, json("{'validationException':{'message':'x'}}"), CALLER_FAULT),
                u.says(200, json("{'internalServerException':{'message':'x'}}"), TRANSPORT),
                u.says(200, json("{'serviceUnavailableException':{'message':'x'}}"), TRANSPORT),
                u.says(
                        400,
                        json("{'__type':'com.amazonaws.bedrock#ThrottlingException','message':'Too many requests'}"),
                        RATE_LIMITED),
                u.says(
                        400,
                        error("validation_error", null, "prompt tokens (9000) exceed model maximum (8192)"),
                        CONTEXT_TOO_LONG));
    }

    private static List<FailureCase> mistral() {
        Upstream u = at("Mistral", "api.mistral.ai");
        return List.of(
                u.says(
                        400,
                        json("{'object':'error','message':'x','type':'invalid_request_error','code':'3051'}"),
                        CALLER_FAULT),
                u.says(
                        400,
                        json("{'object':'error','message':'Invalid model: x','type':'invalid_model','code':'1500'}"),
                        MODEL_MISSING),
                u.says(400, error(BAD_REQUEST, "unknown_model", "x"), MODEL_MISSING),
                u.says(401, one("message", "Unauthorized"), CREDENTIALS),
                u.says(402, one("message", "Payment required"), QUOTA_USED_UP),
                u.says(403, one("message", "Forbidden"), CREDENTIALS),
                u.says(403, one("message", "Your tier has no access to this model"), CREDENTIALS)
                        .cooling(SOURCE_KEY_MODEL),
                u.says(404, one("message", "Not found"), MODEL_MISSING),
                u.says(
                        422,
                        json("{'detail':[{'type':'missing','loc':['body','messages'],'msg':'Field required'}]}"),
                        CALLER_FAULT),
                u.says(
                        422,
                        json(
                                "{'object':'error','message':{'detail':[{'type':'extra_forbidden','msg':'Extra inputs'}]}}"),
                        CALLER_FAULT),
                u.says(
                                429,
                                json("{'object':'error','message':'Rate limit exceeded','type':'rate_limit_error'}"),
                                RATE_LIMITED)
                        .with("Retry-After", "7")
                        .waiting("PT7S"),
                u.says(
                        429,
                        json("{'object':'error','message':'Service tier capacity exceeded for this model.',"
                                + "'type':'service_tier_capacity_exceeded','code':'3505'}"),
                        TRANSPORT),
                u.says(500, one("message", "x"), TRANSPORT),
                u.says(504, one("message", "x"), TRANSPORT));
    }

    private static List<FailureCase> deepSeek() {
        Upstream u = at("DeepSeek", "api.deepseek.com");
        return List.of(
                u.says(400, error(BAD_REQUEST, BAD_REQUEST, "Failed to deserialize the JSON body"), CALLER_FAULT),
                u.says(
                        400,
                        error(
                                BAD_REQUEST,
                                null,
                                "The reasoning_content in the thinking mode must be passed back to the API."),
                        CALLER_FAULT),
                u.says(401, error("authentication_error", BAD_REQUEST, "Authentication Fails"), CREDENTIALS),
                u.says(402, error("unknown_error", BAD_REQUEST, "Insufficient Balance"), QUOTA_USED_UP),
                u.says(422, error(BAD_REQUEST, null, "Invalid parameters"), CALLER_FAULT),
                u.says(429, error(null, null, "You are sending requests too quickly"), RATE_LIMITED),
                u.says(500, error(null, null, "x"), TRANSPORT),
                u.says(503, error("service_unavailable_error", null, "Service is too busy."), TRANSPORT));
    }

    private static List<FailureCase> groq() {
        Upstream u = at("Groq", "api.groq.com");
        return List.of(
                u.says(400, error(BAD_REQUEST, null, "x"), CALLER_FAULT),
                u.says(400, error(BAD_REQUEST, "tool_use_failed", "Failed to call a function."), CALLER_FAULT),
                u.says(400, error(BAD_REQUEST, null, "Organization has been restricted."), CREDENTIALS),
                u.says(401, error(BAD_REQUEST, null, "Invalid API Key"), CREDENTIALS),
                u.says(403, error(null, null, "organization has been restricted"), CREDENTIALS),
                u.says(404, error(BAD_REQUEST, "model_not_found", "The model `x` does not exist"), MODEL_MISSING),
                u.says(
                        400,
                        error(BAD_REQUEST, "model_decommissioned", "The model `x` has been decommissioned"),
                        MODEL_MISSING),
                u.says(
                        413,
                        error(
                                "tokens",
                                "rate_limit_exceeded",
                                "Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000"),
                        CONTEXT_TOO_LONG),
                u.says(413, error("tokens", "rate_limit_exceeded", "Too large"), CONTEXT_TOO_LONG),
                u.says(413, error(BAD_REQUEST, null, "Request Entity Too Large"), CALLER_FAULT),
                u.says(422, error(null, null, "Semantic error"), CALLER_FAULT),
                u.says(424, error(null, null, "Failed dependency"), TRANSPORT),
                u.says(
                                429,
                                error(
                                        "tokens",
                                        "rate_limit_exceeded",
                                        "on tokens per minute (TPM). Please try again in 7.5s."),
                                RATE_LIMITED)
                        .waiting("PT7.5S"),
                u.says(
                                429,
                                error(
                                        "tokens",
                                        "rate_limit_exceeded",
                                        "Rate limit reached for model `x` on tokens per day (TPD): Limit 100000, Used 99999. "
                                                + "Please try again in 7m12.5s."),
                                QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL)
                        .waiting("PT7M12.5S"),
                u.says(429, error("tokens", "rate_limit_exceeded", "x"), RATE_LIMITED)
                        .with("x-ratelimit-remaining-requests", "14000")
                        .with("x-ratelimit-reset-requests", "2m59.56s")
                        .with("x-ratelimit-remaining-tokens", "0")
                        .with("x-ratelimit-reset-tokens", "7.66s")
                        .waiting("PT7.66S"),
                u.says(498, error(null, "capacity_exceeded", "Flex tier capacity exceeded"), TRANSPORT),
                u.says(498, "", TRANSPORT),
                u.says(499, "", CLIENT_GONE),
                u.says(502, "", TRANSPORT));
    }

    private static String xaiError(String code, String error) {
        return "{\"code\":\"" + code + "\",\"error\":\"" + error + "\"}";
    }

    private static List<FailureCase> xai() {
        Upstream u = at("xAI", "api.x.ai");
        String denied = "The caller does not have permission to execute the specified operation";
        return List.of(
                u.says(
                        400,
                        xaiError("Client specified an invalid argument", "Incorrect API key provided: xx"),
                        CREDENTIALS),
                u.says(400, xaiError("Client specified an invalid argument", "Bad field"), CALLER_FAULT),
                u.says(
                        400,
                        xaiError(
                                "Client specified an invalid argument",
                                "This model's maximum prompt length is 131072 but the request contains 200000 tokens."),
                        CONTEXT_TOO_LONG),
                u.says(401, xaiError("Unauthenticated", "no authorization header"), CREDENTIALS),
                u.says(403, xaiError(denied, "team is blocked"), CREDENTIALS),
                u.says(
                        403,
                        xaiError(
                                denied,
                                "Your team has used all available credits or reached its monthly spending limit."),
                        QUOTA_USED_UP),
                u.says(
                        429,
                        xaiError(
                                "x", "Your team has used all available credits or reached its monthly spending limit."),
                        QUOTA_USED_UP),
                u.says(404, xaiError("Not found", "The model does not exist"), MODEL_MISSING),
                u.says(410, xaiError("Gone", "Live search is deprecated"), CALLER_FAULT),
                u.says(415, xaiError("x", "x"), CALLER_FAULT),
                u.says(422, xaiError("x", "x"), CALLER_FAULT),
                u.says(429, xaiError("x", "Too many requests"), RATE_LIMITED));
    }

    private static List<FailureCase> cohere() {
        Upstream u = at("Cohere", "api.cohere.com");
        return List.of(
                u.says(400, one("message", "too many tokens: total of 5000"), CONTEXT_TOO_LONG),
                u.says(400, one("message", "invalid request"), CALLER_FAULT),
                u.says(422, one("message", "invalid type"), CALLER_FAULT),
                u.says(401, one("message", "invalid api token"), CREDENTIALS),
                u.says(402, one("message", "Please add a payment method"), QUOTA_USED_UP),
                u.says(404, one("message", "model 'x' not found"), MODEL_MISSING),
                u.says(429, one("message", "You are past the per minute request limit, please wait"), RATE_LIMITED),
                u.says(
                        429,
                        one("message", "trial token rate limit exceeded, limit is 100000 tokens per minute"),
                        RATE_LIMITED),
                u.says(
                        429,
                        one("message", "You are using a Trial key, which is limited to 40 API calls / minute."),
                        RATE_LIMITED),
                u.says(
                                429,
                                one(
                                        "message",
                                        "You are using a Trial key, which is limited to 1000 API calls / month."),
                                QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL),
                u.says(498, one("message", "blocked token"), CONTENT_FILTERED),
                u.says(499, one("message", "cancelled"), CLIENT_GONE),
                u.says(503, one("message", "x"), TRANSPORT));
    }

    private static List<FailureCase> openRouter() {
        Upstream u = at("OpenRouter", "openrouter.ai");
        return List.of(
                u.says(400, json("{'error':{'code':400,'message':'Bad input'},'user_id':'u'}"), CALLER_FAULT),
                u.says(400, json("{'error':{'code':'context_length_exceeded','message':'x'}}"), CONTEXT_TOO_LONG),
                u.says(400, json("{'error':{'code':'token_limit_exceeded','message':'x'}}"), CONTEXT_TOO_LONG),
                u.says(400, json("{'error':{'code':'max_tokens_exceeded','message':'x'}}"), CALLER_FAULT),
                u.says(400, json("{'error':{'code':'invalid_image','message':'x'}}"), CALLER_FAULT),
                u.says(400, json("{'error':{'code':'image_too_large','message':'x'}}"), CALLER_FAULT),
                u.says(400, json("{'error':{'code':400,'message':'x/y is not a valid model ID'}}"), MODEL_MISSING),
                u.says(401, json("{'error':{'code':401,'message':'User not found.'}}"), CREDENTIALS),
                u.says(
                        402,
                        json("{'error':{'code':402,'message':'x','metadata':{'limit_source':'openrouter_credits'}}}"),
                        QUOTA_USED_UP),
                u.says(
                        402,
                        json("{'error':{'code':402,'message':'x','metadata':{'limit_source':'openrouter_key_limit'}}}"),
                        QUOTA_USED_UP),
                u.says(
                        402,
                        json(
                                "{'error':{'code':402,'message':'This request requires more credits, or fewer max_tokens.'}}"),
                        QUOTA_USED_UP),
                u.says(
                                402,
                                json("{'error':{'code':402,'message':'x',"
                                        + "'metadata':{'limit_source':'openrouter_in_flight_budget'}}}"),
                                RATE_LIMITED)
                        .with("Retry-After", "3")
                        .waiting("PT3S"),
                u.says(
                                402,
                                json("{'error':{'code':'in_flight_budget_exhausted','message':'x',"
                                        + "'metadata':{'retry_after_seconds':120}}}"),
                                RATE_LIMITED)
                        .waiting("PT2M"),
                u.says(402, json("{'error':{'code':'weight_exceeds_budget','message':'x'}}"), QUOTA_USED_UP),
                u.says(
                        403,
                        json(
                                "{'error':{'code':403,'message':'x','metadata':{'reasons':['violence'],'flagged_input':'..',"
                                        + "'provider_name':'p'}}}"),
                        CONTENT_FILTERED),
                u.says(403, json("{'error':{'code':403,'message':'Key lacks the scope'}}"), CREDENTIALS),
                u.says(404, json("{'error':{'code':404,'message':'No endpoints found for x/y.'}}"), MODEL_MISSING),
                u.says(408, json("{'error':{'code':408,'message':'Timed out'}}"), TRANSPORT),
                u.says(
                                429,
                                json("{'error':{'code':429,'message':'Rate limit exceeded: free-models-per-day',"
                                        + "'metadata':{'headers':{'X-RateLimit-Limit':'50','X-RateLimit-Remaining':'0',"
                                        + "'X-RateLimit-Reset':'1796083200000'}}}}"),
                                QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL)
                        .waiting("PT12H"),
                u.says(
                        429,
                        json("{'error':{'code':429,'message':'Rate limit exceeded: free-models-per-min'}}"),
                        RATE_LIMITED),
                u.says(
                        429,
                        json("{'error':{'code':429,'message':'Provider returned error',"
                                + "'metadata':{'limit_source':'upstream_provider_shared_pool'}}}"),
                        TRANSPORT),
                u.says(
                        429,
                        json(
                                "{'error':{'code':429,'message':'Provider returned error',"
                                        + "'metadata':{'raw':'x/y:free is temporarily rate-limited upstream. Please retry shortly.'}}}"),
                        TRANSPORT),
                u.says(
                        400,
                        error(null, "400", "Provider returned error")
                                .replace(
                                        "}}",
                                        ",\"metadata\":{\"raw\":\"{\\\"error\\\":{\\\"code\\\":\\\"context_length_exceeded\\\"}}\"}}}"),
                        CONTEXT_TOO_LONG),
                u.says(
                                429,
                                error(null, "429", "Provider returned error")
                                        .replace(
                                                "}}",
                                                ",\"metadata\":{\"raw\":\"{\\\"error\\\":{\\\"type\\\":"
                                                        + "\\\"insufficient_quota\\\"}}\"}}}"),
                                QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL),
                u.says(502, json("{'error':{'code':502,'message':'Model is down'}}"), TRANSPORT),
                u.says(
                        503,
                        json("{'error':{'code':503,'message':"
                                + "'There is no available model provider that meets your routing requirements'}}"),
                        MODEL_MISSING),
                u.says(
                        200,
                        json("{'error':{'code':502,'message':'x'},'choices':[{'finish_reason':'error'}]}"),
                        TRANSPORT),
                u.says(200, json("{'choices':[{'error':{'code':429,'message':'x'}}]}"), RATE_LIMITED));
    }

    private static List<FailureCase> together() {
        Upstream u = at("Together", "api.together.xyz");
        return List.of(
                u.says(400, error(BAD_REQUEST, null, "x"), CALLER_FAULT),
                u.says(401, error(BAD_REQUEST, "invalid_api_key", "x"), CREDENTIALS),
                u.says(402, error(null, null, "You reached your monthly spending cap"), QUOTA_USED_UP),
                u.says(
                        403,
                        error(BAD_REQUEST, null, "Input token count plus max_tokens is above the limit"),
                        CONTEXT_TOO_LONG),
                u.says(404, one("error", "Not found"), MODEL_MISSING),
                u.says(429, one("error", "x"), RATE_LIMITED),
                u.says(500, one("error", "x"), TRANSPORT),
                u.says(503, error(null, null, "The engine is overloaded"), TRANSPORT));
    }

    private static List<FailureCase> fireworks() {
        Upstream u = at("Fireworks", "api.fireworks.ai");
        return List.of(
                u.says(400, one("detail", "x"), CALLER_FAULT),
                u.says(
                        401,
                        json(
                                "{'fault':{'faultstring':'Invalid ApiKey','detail':{'errorcode':'oauth.v2.InvalidApiKey'}}}"),
                        CREDENTIALS),
                u.says(402, error(null, null, "x"), QUOTA_USED_UP),
                u.says(403, one("detail", "x"), CREDENTIALS),
                u.says(
                        404,
                        error(null, "NOT_FOUND", "Model not found, inaccessible, and/or not deployed"),
                        MODEL_MISSING),
                u.says(405, one("detail", "Method Not Allowed"), CALLER_FAULT),
                u.says(408, one("detail", "x"), TRANSPORT),
                u.says(
                        412,
                        error(null, null, "Account x is suspended, possibly due to reaching the spending limit"),
                        QUOTA_USED_UP),
                u.says(412, "", QUOTA_USED_UP),
                u.says(413, one("detail", "x"), CALLER_FAULT),
                u.says(
                        429,
                        json("{'fault':{'faultstring':'Rate limit quota violation',"
                                + "'detail':{'errorcode':'policies.ratelimit.QuotaViolation'}}}"),
                        RATE_LIMITED),
                u.says(504, one("detail", "x"), TRANSPORT),
                u.says(520, "", TRANSPORT));
    }

    private static List<FailureCase> nvidia() {
        Upstream u = at("NVIDIA NIM", "integrate.api.nvidia.com");
        return List.of(
                u.says(
                        400,
                        json("{'status':400,'title':'Bad Request','detail':'DEGRADED function cannot be invoked'}"),
                        TRANSPORT),
                u.says(
                        400,
                        json(
                                "{'type':'urn:inference-service:problem-details:bad-request','title':'Bad Request','status':400,"
                                        + "'detail':'x'}"),
                        CALLER_FAULT),
                u.says(
                        401,
                        json("{'status':401,'title':'Unauthorized','detail':'Authentication failed'}"),
                        CREDENTIALS),
                u.says(403, json("{'status':403,'title':'Forbidden','detail':'Authorization failed'}"), CREDENTIALS),
                u.says(402, json("{'detail':'Cloud credits expired'}"), QUOTA_USED_UP),
                u.says(404, "404 page not found", MODEL_MISSING),
                u.says(
                        404,
                        json("{'status':404,'title':'Not Found','detail':'Function x: Not found for account y'}"),
                        MODEL_MISSING),
                u.says(429, json("{'status':429,'title':'Too Many Requests'}"), RATE_LIMITED),
                u.says(403, json("{'title':'Forbidden','status':403,'message':'x'}"), CREDENTIALS));
    }
}
