package io.tiergate.adapter.failure;

import static io.tiergate.adapter.failure.FailureCase.at;
import static io.tiergate.adapter.failure.FailureCase.dashScope;
import static io.tiergate.adapter.failure.FailureCase.error;
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
import java.util.List;
import java.util.stream.Stream;

/** Cases of providers in China. */
final class ChineseCases {
    private ChineseCases() {}

    private static final String BAD_REQUEST = "invalid_request_error";

    static Stream<FailureCase> all() {
        return Stream.of(
                        kimi(), zhipu(), dashScopes(), qianfan(), ark(), tencent(), siliconFlow(), miniMax(), stepFun())
                .flatMap(List::stream);
    }

    private static List<FailureCase> kimi() {
        Upstream u = at("Moonshot", "api.moonshot.cn");
        return List.of(
                u.says(
                        400,
                        error("content_filter", null, "The request was rejected because it was considered high risk"),
                        CONTENT_FILTERED),
                u.says(400, error(BAD_REQUEST, null, "Invalid request: tokenization failed"), CALLER_FAULT),
                u.says(400, error(BAD_REQUEST, null, "Input token length too long"), CONTEXT_TOO_LONG),
                u.says(
                        400,
                        error(BAD_REQUEST, null, "Your request exceeded model token limit: 262144"),
                        CONTEXT_TOO_LONG),
                u.says(401, error("invalid_authentication_error", null, "Invalid Authentication"), CREDENTIALS),
                u.says(401, error("incorrect_api_key_error", null, "Incorrect API key provided"), CREDENTIALS),
                u.says(
                        403,
                        error("permission_denied_error", null, "The API you are accessing is not open"),
                        CREDENTIALS),
                u.says(
                        403,
                        error("permission_denied_error", null, "Your account has insufficient balance"),
                        QUOTA_USED_UP),
                u.says(
                        404,
                        error("resource_not_found_error", null, "Not found the model or Permission denied"),
                        MODEL_MISSING),
                u.says(
                        429,
                        error(
                                "engine_overloaded_error",
                                null,
                                "The engine is currently overloaded, please try again later"),
                        TRANSPORT),
                u.says(
                        429,
                        error(
                                "exceeded_current_quota_error",
                                null,
                                "Your account is suspended due to insufficient balance"),
                        QUOTA_USED_UP),
                u.says(
                                429,
                                error(
                                        "rate_limit_reached_error",
                                        null,
                                        "max organization concurrency: 1, please try again after 1 seconds"),
                                RATE_LIMITED)
                        .waiting("PT1S"),
                u.says(429, error("rate_limit_reached_error", null, "max RPM: 3"), RATE_LIMITED)
                        .with("X-RateLimit-Remaining", "0")
                        .with("X-RateLimit-Reset", "17")
                        .waiting("PT17S"),
                u.says(
                        429,
                        error("rate_limit_reached_error", null, "Your account reached organization TPD rate limit"),
                        QUOTA_USED_UP),
                u.says(500, error("server_error", null, "x"), TRANSPORT),
                u.says(500, error("unexpected_output", null, "x"), TRANSPORT),
                u.says(503, error("server_unavailable", null, "x"), TRANSPORT),
                u.says(504, "<html><head><title>504 Gateway Time-out</title></head></html>", TRANSPORT),
                u.says(402, error(null, null, "We are unable to verify your membership benefits"), QUOTA_USED_UP),
                u.says(403, error(null, null, "You've reached your usage limit for this billing cycle"), QUOTA_USED_UP),
                u.says(403, error(null, null, "Kimi For Coding is only available for Coding Agents"), CREDENTIALS));
    }

    private static FailureCase zhipu(int status, String code, String message, FailureClass c) {
        return at("Zhipu", "open.bigmodel.cn").says(status, error(null, code, message), c);
    }

    private static List<FailureCase> zhipu() {
        return List.of(
                zhipu(401, "1000", "身份验证失败", CREDENTIALS),
                zhipu(401, "1001", "Header中未收到Authorization参数", CREDENTIALS),
                zhipu(401, "1002", "Authorization Token非法", CREDENTIALS),
                zhipu(401, "1003", "Authorization Token已过期", CREDENTIALS),
                zhipu(401, "1004", "通过提供的Authorization Token的验证失败", CREDENTIALS),
                zhipu(429, "1113", "您的账户已欠费，请充值后重试", QUOTA_USED_UP),
                zhipu(429, "1113", "Insufficient balance or no resource package.", QUOTA_USED_UP),
                zhipu(401, "1110", "您的账户当前处于非活动状态", CREDENTIALS),
                zhipu(429, "1111", "您的账户不存在", CREDENTIALS),
                zhipu(429, "1112", "您的账户已被锁定", CREDENTIALS),
                zhipu(429, "1121", "账户因违规行为被锁定", CREDENTIALS),
                zhipu(429, "1302", "您当前使用该API的并发数过高", RATE_LIMITED),
                zhipu(429, "1303", "您当前使用该API的频率过高", RATE_LIMITED),
                zhipu(429, "1304", "该API已达今日调用次数限额", QUOTA_USED_UP).waiting("PT4H"),
                zhipu(429, "1305", "该模型当前访问量过大，请您稍后再试", TRANSPORT),
                zhipu(429, "1312", "该模型当前访问量过大", TRANSPORT),
                zhipu(429, "1308", "已达到5小时的使用上限。您的限额将在 2026-11-30 21:30:00 重置。", QUOTA_USED_UP)
                        .waiting("PT1H30M"),
                zhipu(
                                429,
                                "1310",
                                "Weekly limit exhausted. Your limit will reset at 2026-12-01 20:00:00",
                                QUOTA_USED_UP)
                        .waiting("PT24H"),
                zhipu(429, "1309", "您的GLM Coding Plan套餐已到期", QUOTA_USED_UP),
                zhipu(429, "1311", "当前订阅套餐暂未开放该模型权限", MODEL_MISSING),
                zhipu(429, "1313", "Your account does not comply with the fair use policy", CREDENTIALS),
                zhipu(400, "1210", "API调用参数有误", CALLER_FAULT),
                zhipu(400, "1213", "未正常接收到prompt参数", CALLER_FAULT),
                zhipu(400, "1214", "参数非法。请检查文档", CALLER_FAULT),
                zhipu(400, "1215", "x 与 y 不能同时设置", CALLER_FAULT),
                zhipu(400, "1211", "模型不存在，请检查模型代码。", MODEL_MISSING),
                zhipu(400, "1212", "当前模型不支持SSE调用方式", MODEL_MISSING),
                zhipu(400, "1220", "您无权访问该API", MODEL_MISSING),
                zhipu(400, "1221", "API已下线", MODEL_MISSING),
                zhipu(400, "1222", "API不存在", MODEL_MISSING),
                zhipu(400, "1261", "Prompt 超长", CONTEXT_TOO_LONG),
                zhipu(400, "1301", "系统检测到输入或生成内容可能包含不安全或敏感内容", CONTENT_FILTERED),
                zhipu(500, "500", "内部错误", TRANSPORT),
                zhipu(500, "1120", "无法成功访问您的账户", TRANSPORT),
                zhipu(500, "1230", "API调用流程出错", TRANSPORT),
                zhipu(500, "1234", "网络错误", TRANSPORT),
                zhipu(434, "x", "无API权限", CREDENTIALS),
                zhipu(435, "x", "文件大小超过100MB", CALLER_FAULT),
                at("Zhipu", "open.bigmodel.cn")
                        .says(200, json("{'choices':[{'finish_reason':'sensitive','message':{}}]}"), CONTENT_FILTERED),
                at("Zhipu", "open.bigmodel.cn")
                        .says(200, json("{'choices':[{'finish_reason':'network_error','message':{}}]}"), TRANSPORT),
                at("Zhipu", "open.bigmodel.cn")
                        .says(
                                200,
                                json("{'choices':[{'finish_reason':'model_context_window_exceeded','message':{}}]}"),
                                CONTEXT_TOO_LONG));
    }

    private static List<FailureCase> dashScopes() {
        Upstream u = at("DashScope", "dashscope.aliyuncs.com");
        Upstream relayed = at("DashScope, relayed", "relay.example");
        String plan = "You exceeded your current quota, please check your plan and billing details.";
        return List.of(
                u.says(400, dashScope("InvalidParameter", "url error"), CALLER_FAULT),
                u.says(400, dashScope("BadRequest.TooLarge", "Payload Too Large"), CALLER_FAULT),
                u.says(400, dashScope("InvalidURL", "Required URL is missing"), CALLER_FAULT),
                u.says(400, error("invalid_request_error", "invalid_parameter_error", "x"), CALLER_FAULT),
                u.says(
                        400,
                        dashScope("InvalidParameter", "Range of input length should be [1, 30720]"),
                        CONTEXT_TOO_LONG),
                u.says(
                        400,
                        error(
                                BAD_REQUEST,
                                "invalid_parameter_error",
                                "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]"),
                        CONTEXT_TOO_LONG),
                u.says(
                        400,
                        dashScope("DataInspectionFailed", "Output data may contain inappropriate content."),
                        CONTENT_FILTERED),
                u.says(400, error("data_inspection_failed", "data_inspection_failed", "x"), CONTENT_FILTERED),
                u.says(
                        400,
                        dashScope("Arrearage", "Access denied, please make sure your account is in good standing."),
                        QUOTA_USED_UP),
                u.says(400, error("Arrearage", "Arrearage", "x"), QUOTA_USED_UP),
                u.says(400, error(BAD_REQUEST, BAD_REQUEST, "This model only support stream mode"), CALLER_FAULT),
                u.says(401, dashScope("InvalidApiKey", "Invalid API-key provided."), CREDENTIALS),
                u.says(401, error(BAD_REQUEST, "invalid_api_key", "Incorrect API key provided."), CREDENTIALS),
                u.says(403, dashScope("AccessDenied", "Access denied."), CREDENTIALS),
                u.says(
                        403,
                        dashScope("AccessDenied.Unpurchased", "Access to model denied. Not purchased."),
                        CREDENTIALS),
                u.says(403, dashScope("Workspace.AccessDenied", "Workspace access denied."), CREDENTIALS),
                u.says(403, dashScope("Model.AccessDenied", "Model access denied."), CREDENTIALS)
                        .cooling(SOURCE_KEY_MODEL),
                u.says(403, error("access_denied", "access_denied", "Access denied."), CREDENTIALS),
                u.says(
                        403,
                        json(
                                "{'error':{'message':'The free tier of the model has been exhausted. If you wish to continue, "
                                        + "disable the use free tier only mode.','type':'AllocationQuota.FreeTierOnly','param':null,"
                                        + "'code':'AllocationQuota.FreeTierOnly'},'id':'chatcmpl-X','request_id':'X'}"),
                        FREE_TIER_USED_UP),
                u.says(403, dashScope("AllocationQuota.FreeTierOnly", "x"), FREE_TIER_USED_UP),
                relayed.says(
                        403,
                        error("upstream_error", null, "The free tier of the model has been exhausted. (request id: X)"),
                        FREE_TIER_USED_UP),
                u.says(404, dashScope("ModelNotFound", "Model not found."), MODEL_MISSING),
                u.says(404, error(BAD_REQUEST, "model_not_found", "x"), MODEL_MISSING),
                u.says(429, dashScope("Throttling.RateQuota", "Requests rate limit exceeded."), RATE_LIMITED),
                u.says(429, dashScope("LimitRequests", "You exceeded your current requests list."), RATE_LIMITED),
                u.says(
                        429,
                        error("limit_requests", "limit_requests", "You exceeded your current requests"),
                        RATE_LIMITED),
                u.says(429, dashScope("Throttling.BurstRate", "Request rate increased too quickly."), RATE_LIMITED),
                u.says(
                        429,
                        error("limit_burst_rate", "limit_burst_rate", "Request rate increased too quickly."),
                        RATE_LIMITED),
                u.says(429, dashScope("Throttling", "Requests throttling triggered."), RATE_LIMITED),
                u.says(
                        429,
                        dashScope(
                                "Throttling.AllocationQuota",
                                "Allocated quota exceeded, please increase your quota limit."),
                        RATE_LIMITED),
                u.says(429, error("insufficient_quota", "insufficient_quota", plan), RATE_LIMITED),
                relayed.says(
                        429,
                        json("{'error':{'message':'" + plan
                                + "','type':'insufficient_quota','code':'insufficient_quota'},"
                                + "'request_id':'7c1b1f4e-0e5f-9d9a-8b1a-0a1b2c3d4e5f'}"),
                        RATE_LIMITED),
                relayed.says(
                        429,
                        error(
                                "insufficient_quota",
                                "insufficient_quota",
                                plan + " See https://help.aliyun.com/zh/model-studio/error-code"),
                        RATE_LIMITED),
                relayed.says(429, error("insufficient_quota", "insufficient_quota", plan), QUOTA_USED_UP),
                u.says(429, dashScope("Throttling.AllocationQuota", "Free allocated quota exceeded."), QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL),
                u.says(
                                429,
                                error("insufficient_quota", "insufficient_quota", "Free allocated quota exceeded."),
                                QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL),
                u.says(429, error("insufficient_quota", "insufficient_quota", "账户已欠费"), QUOTA_USED_UP),
                u.says(429, dashScope("Throttling.AllocationQuota", "账户余额已用尽"), QUOTA_USED_UP),
                u.says(429, dashScope("PrepaidBillOverdue", "The prepaid bill is overdue."), QUOTA_USED_UP),
                u.says(429, dashScope("PostpaidBillOverdue", "The postpaid bill is overdue."), QUOTA_USED_UP),
                u.says(429, dashScope("CommodityNotPurchased", "Commodity has not purchased yet."), QUOTA_USED_UP),
                u.says(500, dashScope("InternalError", "An internal error has occured"), TRANSPORT),
                u.says(500, dashScope("InternalError.Algo", "x"), TRANSPORT),
                u.says(500, dashScope("InternalError.Timeout", "x"), TRANSPORT),
                u.says(500, error("internal_error", "internal_error", "x"), TRANSPORT),
                u.says(200, dashScope("InternalError.Algo.InvalidParameter", "x"), CALLER_FAULT),
                u.says(
                        500,
                        dashScope("InternalError.Algo.InvalidParameter", "Range of input length should be [1, 6000]"),
                        CONTEXT_TOO_LONG),
                u.says(503, dashScope("ModelUnavailable", "Model is unavailable"), TRANSPORT),
                u.says(503, dashScope("ModelServingError", "Too many requests in the queue"), TRANSPORT),
                u.says(200, dashScope("Throttling", "Requests throttling triggered."), RATE_LIMITED));
    }

    private static FailureCase qianfan(int status, String type, String code, FailureClass c) {
        return at("Qianfan", "qianfan.baidubce.com").says(status, error(type, code, "x"), c);
    }

    private static FailureCase qianfanV1(int code, FailureClass c) {
        return at("Qianfan v1", "aip.baidubce.com").says(200, "{\"error_code\":" + code + ",\"error_msg\":\"x\"}", c);
    }

    private static List<FailureCase> qianfan() {
        return List.of(
                qianfan(400, BAD_REQUEST, "malformed_json", CALLER_FAULT),
                qianfan(400, BAD_REQUEST, "invalid_messages", CALLER_FAULT),
                qianfan(400, BAD_REQUEST, "invalid_argument", CALLER_FAULT),
                qianfan(400, BAD_REQUEST, "characters_too_long", CONTEXT_TOO_LONG),
                qianfan(400, BAD_REQUEST, "tokens_too_long", CONTEXT_TOO_LONG),
                qianfan(400, "unsafe_request", "image_url_unsafe", CONTENT_FILTERED),
                qianfan(403, "unsafe_request", "system_unsafe", CONTENT_FILTERED),
                qianfan(403, "unsafe_request", "user_setting_unsafe", CONTENT_FILTERED),
                qianfan(403, "unsafe_request", "functions_unsafe", CONTENT_FILTERED),
                qianfan(403, "unsafe_request", null, CONTENT_FILTERED),
                qianfan(401, BAD_REQUEST, "invalid_model", MODEL_MISSING),
                qianfan(401, "access_denied", "invalid_iam_token", CREDENTIALS),
                qianfan(401, "access_denied", "invalid_appid", CREDENTIALS),
                qianfan(401, "access_denied", "no_parameter_permission", CREDENTIALS),
                qianfan(403, "access_denied", "account_overdue", QUOTA_USED_UP),
                qianfan(403, "access_denied", "model_offline", MODEL_MISSING),
                qianfan(405, BAD_REQUEST, "method_not_supported", CALLER_FAULT),
                qianfan(429, "rate_limit", "rpm_rate_limit_exceeded", RATE_LIMITED),
                qianfan(429, "rate_limit", "tpm_rate_limit_exceeded", RATE_LIMITED),
                qianfan(429, "rate_limit", "input_tpm_rate_limit_exceeded", RATE_LIMITED),
                qianfan(429, "rate_limit", "output_tpm_rate_limit_exceeded", RATE_LIMITED),
                qianfan(429, "rate_limit", "user_rate_limit_exceeded", RATE_LIMITED),
                qianfan(429, "rate_limit", "cluster_rpm_rate_limit_exceeded", TRANSPORT),
                qianfan(429, "rate_limit", "preemptible_rate_limit_exceeded", TRANSPORT),
                qianfan(429, "rate_limit", "Offline_batch_reasoning_refused", TRANSPORT),
                qianfan(500, "internal_error", "internal_error", TRANSPORT),
                qianfan(500, "internal_error", "dispatch_internal_error", TRANSPORT),
                qianfan(429, "rate_limit", "coding_plan_rate_limit_exceeded", RATE_LIMITED),
                qianfan(429, "rate_limit", "coding_plan_cluster_rate_limited", TRANSPORT),
                qianfan(403, "access_denied", "coding_plan_subscription_expired", QUOTA_USED_UP),
                qianfanV1(1, TRANSPORT),
                qianfanV1(2, TRANSPORT),
                qianfanV1(3, MODEL_MISSING),
                qianfanV1(4, TRANSPORT),
                qianfanV1(6, CREDENTIALS),
                qianfanV1(13, CREDENTIALS),
                qianfanV1(14, CREDENTIALS),
                qianfanV1(15, CREDENTIALS),
                qianfanV1(100, CREDENTIALS),
                qianfanV1(110, CREDENTIALS),
                qianfanV1(111, CREDENTIALS),
                qianfanV1(17, QUOTA_USED_UP),
                qianfanV1(18, RATE_LIMITED),
                qianfanV1(19, QUOTA_USED_UP),
                qianfanV1(336003, CALLER_FAULT),
                qianfanV1(336007, CONTEXT_TOO_LONG),
                qianfanV1(336103, CONTEXT_TOO_LONG),
                qianfanV1(336100, TRANSPORT),
                qianfanV1(336501, RATE_LIMITED),
                qianfanV1(336502, RATE_LIMITED));
    }

    private static FailureCase ark(int status, String code, String type, FailureClass c) {
        return at("Volcengine Ark", "ark.cn-beijing.volces.com").says(status, error(type, code, "x"), c);
    }

    private static List<FailureCase> ark() {
        Upstream u = at("Volcengine Ark", "ark.cn-beijing.volces.com");
        return List.of(
                ark(400, "MissingParameter", "BadRequest", CALLER_FAULT),
                ark(400, "InvalidParameter", "BadRequest", CALLER_FAULT),
                ark(400, "InvalidParameter.UnsupportedInput", "BadRequest", CALLER_FAULT),
                ark(400, "InvalidEndpoint.ClosedEndpoint", "BadRequest", MODEL_MISSING),
                ark(400, "InputTextRiskDetection", "BadRequest", CONTENT_FILTERED),
                ark(400, "InputImageRiskDetection", "BadRequest", CONTENT_FILTERED),
                ark(400, "OutputTextRiskDetection", "BadRequest", CONTENT_FILTERED),
                ark(400, "SensitiveContentDetected.SevereViolation", "BadRequest", CONTENT_FILTERED),
                ark(400, "InputTextSensitiveContentDetected", "BadRequest", CONTENT_FILTERED),
                ark(400, "OutputTextSensitiveContentDetected", "BadRequest", CONTENT_FILTERED),
                ark(401, "AuthenticationError", "Unauthorized", CREDENTIALS),
                ark(401, "InvalidAccountStatus", "Unauthorized", CREDENTIALS),
                ark(403, "AccountOverdueError", "Forbidden", QUOTA_USED_UP),
                ark(403, "OperationDenied.ServiceOverdue", "Forbidden", QUOTA_USED_UP),
                ark(403, "AccessDenied", "Forbidden", CREDENTIALS),
                ark(403, "OperationDenied.PermissionDenied", "Forbidden", CREDENTIALS),
                ark(403, "OperationDenied.ServiceNotOpen", "Forbidden", CREDENTIALS),
                ark(404, "InvalidEndpointOrModel.NotFound", "NotFound", MODEL_MISSING),
                ark(404, "InvalidEndpoint.NotFound", "NotFound", MODEL_MISSING),
                ark(404, "ModelNotOpen", "NotFound", MODEL_MISSING),
                ark(404, "InvalidEndpointOrModel.ModelIDAccessDisabled", "NotFound", MODEL_MISSING),
                ark(404, "UnsupportedModel", "NotFound", MODEL_MISSING),
                ark(429, "RateLimitExceeded.EndpointRPMExceeded", "TooManyRequests", RATE_LIMITED),
                ark(429, "RateLimitExceeded.EndpointTPMExceeded", "TooManyRequests", RATE_LIMITED),
                ark(429, "ModelAccountRpmRateLimitExceeded", "TooManyRequests", RATE_LIMITED),
                ark(429, "ModelAccountTpmRateLimitExceeded", "TooManyRequests", RATE_LIMITED),
                ark(429, "ModelAccountIpmRateLimitExceeded", "TooManyRequests", RATE_LIMITED),
                ark(429, "APIAccountRpmRateLimitExceeded", "TooManyRequests", RATE_LIMITED),
                ark(429, "AccountRateLimitExceeded", "TooManyRequests", RATE_LIMITED),
                ark(429, "InflightBatchsizeExceeded", "TooManyRequests", RATE_LIMITED),
                ark(429, "RequestBurstTooFast", "TooManyRequests", TRANSPORT),
                ark(429, "ServerOverloaded", "TooManyRequests", TRANSPORT),
                ark(429, "ModelLoadingError", "TooManyRequests", TRANSPORT),
                u.says(
                                429,
                                error(
                                        "TooManyRequests",
                                        "QuotaExceeded",
                                        "Your account has exhausted its free trial quota"),
                                QUOTA_USED_UP)
                        .cooling(SOURCE_KEY_MODEL),
                u.says(
                                429,
                                error(
                                        "TooManyRequests",
                                        "QuotaExceeded",
                                        "You have exceeded the 5-hour usage quota. It will reset at 2026-11-30 23:59:59 +0800 CST."),
                                QUOTA_USED_UP)
                        .waiting("PT3H59M59S"),
                u.says(429, error("TooManyRequests", "QuotaExceeded", "Too many queued tasks"), RATE_LIMITED),
                ark(429, "SetLimitExceeded", "TooManyRequests", QUOTA_USED_UP).cooling(SOURCE_KEY_MODEL),
                ark(500, "InternalServiceError", "InternalServerError", TRANSPORT));
    }

    private static FailureCase tencent(String code, FailureClass c) {
        return at("Tencent Hunyuan", "hunyuan.tencentcloudapi.com")
                .says(200, json("{'Response':{'Error':{'Code':'" + code + "','Message':'x'},'RequestId':'r'}}"), c);
    }

    private static List<FailureCase> tencent() {
        return List.of(
                tencent("AuthFailure.SignatureExpire", CREDENTIALS),
                tencent("UnauthorizedOperation", CREDENTIALS),
                tencent("IpInBlacklist", CREDENTIALS),
                tencent("IpNotInWhitelist", CREDENTIALS),
                tencent("FailedOperation.UserUnAuthError", CREDENTIALS),
                tencent("FailedOperation.ServiceNotActivated", CREDENTIALS),
                tencent("ResourceUnavailable.NotExist", CREDENTIALS),
                tencent("FailedOperation.FreeResourcePackExhausted", QUOTA_USED_UP),
                tencent("FailedOperation.ResourcePackExhausted", QUOTA_USED_UP),
                tencent("FailedOperation.ServiceStopArrears", QUOTA_USED_UP),
                tencent("FailedOperation.ServiceStop", QUOTA_USED_UP),
                tencent("ResourceUnavailable.InArrears", QUOTA_USED_UP),
                tencent("ResourceUnavailable.LowBalance", QUOTA_USED_UP),
                tencent("ResourceUnavailable.StopUsing", QUOTA_USED_UP),
                tencent("ResourceInsufficient.ChargeResourceExhaust", QUOTA_USED_UP),
                tencent("LimitExceeded", RATE_LIMITED),
                tencent("RequestLimitExceeded.UinLimitExceeded", RATE_LIMITED),
                tencent("FailedOperation.EngineServerLimitExceeded", TRANSPORT),
                tencent("FailedOperation.EngineRequestTimeout", TRANSPORT),
                tencent("FailedOperation.EngineServerError", TRANSPORT),
                tencent("InternalError", TRANSPORT),
                tencent("ServiceUnavailable", TRANSPORT),
                tencent("InvalidParameterValue.Model", MODEL_MISSING),
                tencent("InvalidParameter", CALLER_FAULT),
                tencent("InvalidParameterValue", CALLER_FAULT),
                tencent("MissingParameter", CALLER_FAULT),
                tencent("UnknownParameter", CALLER_FAULT),
                tencent("RequestSizeLimitExceeded", CALLER_FAULT),
                tencent("UnsupportedOperation", CALLER_FAULT),
                tencent("OperationDenied.TextIllegalDetected", CONTENT_FILTERED),
                tencent("OperationDenied.ImageIllegalDetected", CONTENT_FILTERED),
                tencent("FailedOperation.GenerateImageFailed", CONTENT_FILTERED),
                at("Tencent Hunyuan", "hunyuan.tencentcloudapi.com")
                        .says(200, json("{'ErrorMsg':{'Msg':'x','Code':2001}}"), TRANSPORT));
    }

    private static List<FailureCase> siliconFlow() {
        Upstream u = at("SiliconFlow", "api.siliconflow.cn");
        return List.of(
                u.says(
                        400,
                        json("{'code':20012,'message':'Model does not exist. Please check it carefully.','data':null}"),
                        MODEL_MISSING),
                u.says(400, json("{'code':20015,'message':'The parameter is invalid.','data':null}"), CALLER_FAULT),
                u.says(401, json("'Invalid token'"), CREDENTIALS),
                u.says(
                        402,
                        json("{'code':30001,'message':'Sorry, your account balance is insufficient','data':null}"),
                        QUOTA_USED_UP),
                u.says(
                        403,
                        json("{'code':30001,'message':'Sorry, your account balance is insufficient','data':null}"),
                        QUOTA_USED_UP),
                u.says(
                        403,
                        json("{'code':null,'message':'Sorry, your account balance is insufficient'}"),
                        QUOTA_USED_UP),
                u.says(403, json("'Forbidden'"), CREDENTIALS),
                u.says(404, "404 page not found", MODEL_MISSING),
                u.says(
                        429,
                        json(
                                "{'message':'Request was rejected due to rate limiting. Details: TPM limit reached.','data':null}"),
                        RATE_LIMITED),
                u.says(
                        503,
                        json(
                                "{'code':50505,'message':'Model service overloaded. Please try again later.','data':null}"),
                        TRANSPORT),
                u.says(504, json("'Gateway timeout'"), TRANSPORT));
    }

    private static FailureCase miniMax(int code, String text, FailureClass c) {
        return at("MiniMax", "api.minimaxi.com")
                .says(
                        200,
                        json("{'base_resp':{'status_code':" + code + ",'status_msg':'" + text + "'},'choices':null}"),
                        c);
    }

    private static List<FailureCase> miniMax() {
        return List.of(
                miniMax(1000, "unknown error", TRANSPORT),
                miniMax(1001, "timeout", TRANSPORT),
                miniMax(1024, "internal error", TRANSPORT),
                miniMax(1033, "downstream error", TRANSPORT),
                miniMax(1002, "rate limit", RATE_LIMITED),
                miniMax(1041, "conn limit", RATE_LIMITED),
                miniMax(2045, "rate growth limit", RATE_LIMITED),
                miniMax(1039, "token limit", RATE_LIMITED),
                miniMax(1004, "not authorized", CREDENTIALS),
                miniMax(2049, "invalid api key", CREDENTIALS),
                miniMax(1008, "insufficient balance", QUOTA_USED_UP),
                miniMax(1026, "input sensitive", CONTENT_FILTERED),
                miniMax(1027, "output sensitive", CONTENT_FILTERED),
                miniMax(1013, "x", CALLER_FAULT),
                miniMax(1042, "invisible character ratio limit", CALLER_FAULT),
                miniMax(1043, "x", CALLER_FAULT),
                miniMax(1044, "x", CALLER_FAULT),
                miniMax(2013, "invalid params", CALLER_FAULT),
                miniMax(20132, "x", CALLER_FAULT),
                miniMax(2013, "invalid params, context window exceeds limit", CONTEXT_TOO_LONG),
                miniMax(2056, "usage limit exceeded", QUOTA_USED_UP));
    }

    private static List<FailureCase> stepFun() {
        Upstream u = at("StepFun", "api.stepfun.com");
        return List.of(
                u.says(400, error("request_params_invalid", null, "x"), CALLER_FAULT),
                u.says(401, error(null, null, "x"), CREDENTIALS),
                u.says(402, error(null, null, "您的账户余额不足"), QUOTA_USED_UP),
                u.says(404, error(null, null, "path not found"), MODEL_MISSING),
                u.says(429, error(null, null, "x"), RATE_LIMITED),
                u.says(429, error(null, null, "本月赠送的 token 已用完"), QUOTA_USED_UP),
                u.says(451, error("censorship_blocked", null, "The content you provided is unsafe"), CONTENT_FILTERED),
                u.says(500, error(null, null, "x"), TRANSPORT),
                u.says(503, error(null, null, "engine overloaded"), TRANSPORT));
    }
}
