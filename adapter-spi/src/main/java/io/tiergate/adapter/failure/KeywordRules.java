package io.tiergate.adapter.failure;

import static io.tiergate.adapter.failure.StatusFamily.BROKEN;
import static io.tiergate.adapter.failure.StatusFamily.CALLER;
import static io.tiergate.adapter.failure.StatusFamily.DENIED;
import static io.tiergate.adapter.failure.StatusFamily.LIMITED;
import static io.tiergate.adapter.failure.StatusFamily.MISSING;
import static io.tiergate.adapter.failure.StatusFamily.UNKNOWN;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What words in a message mean where no code decided. The order is the rule (SPEC section 5): a used-up allowance before too
 * fast, context and filter before the caller's fault. In a 400 or 422, whose message may quote the request, only phrases count
 * that no prompt is likely to have, and quoted text is left out by {@link Evidence#text()}.
 *
 * <p>The bare number 429 is no word: providers quote prompts in their complaints (BerriAI/litellm#11455).
 */
final class KeywordRules {
    record Rule(Set<StatusFamily> where, Verdict verdict, List<Phrase> words) {}

    private static final Set<StatusFamily> EVERYWHERE = EnumSet.allOf(StatusFamily.class);

    private static final Verdict QUOTA = Verdict.of(FailureClass.QUOTA_USED_UP);
    private static final Verdict RATE = Verdict.of(FailureClass.RATE_LIMITED);
    private static final Verdict OVERLOADED = Verdict.of(FailureClass.TRANSPORT);
    private static final Verdict CREDENTIALS = Verdict.of(FailureClass.CREDENTIALS);
    private static final Verdict MISSING_MODEL = Verdict.of(FailureClass.MODEL_MISSING);
    private static final Verdict CONTEXT = Verdict.of(FailureClass.CONTEXT_TOO_LONG);
    private static final Verdict FILTER = Verdict.of(FailureClass.CONTENT_FILTERED);

    /** One request above the whole budget of a minute (OpenAI, Groq): waiting never helps. */
    private static final List<Phrase> LARGER_THAN_THE_LIMIT = Phrase.list("request too large for");

    private static final List<Phrase> FREE_TIER =
            Phrase.list("free tier of the model has been exhausted", "模型的免费额度已用完", "模型的免费额度已耗尽");

    private static final List<Phrase> MONEY = Phrase.list(
            "insufficient_quota",
            "insufficient_user_quota",
            "insufficient balance",
            "insufficient credits",
            "insufficient funds",
            "balance is insufficient",
            "user quota is not enough",
            "credit balance is too low",
            "credits are depleted",
            "used all available credits",
            "requires more credits",
            "run out of funds",
            "out of credits",
            "billing hard limit",
            "reached your specified api usage limits",
            "reached your specified workspace api usage limits",
            "monthly spending limit",
            "spending limit",
            "spending cap",
            "spend limit",
            "arrearage",
            "account is overdue",
            "account overdue",
            "overdue payment",
            "余额不足",
            "额度不足",
            "额度已用尽",
            "额度已用完",
            "额度已耗尽",
            "额度耗尽",
            "预扣费额度失败",
            "欠费",
            "资源包余量已用尽",
            "计费资源已耗尽",
            "套餐已到期");

    /** Looser words for money, for answers that do not quote the request. */
    private static final List<Phrase> MONEY_LOOSELY = Phrase.list(
            // Gemini says this of its limits a minute and DashScope of its tokens a minute: each with its own link.
            "exceeded your current quota - ai.google.dev - quota exceeded for metric - aliyun - alibabacloud",
            "overdue",
            "usage limit for this billing cycle",
            "verify your membership benefits",
            "usage limit reached",
            "reached your + usage limit",
            "out of quota",
            "已用尽",
            "已用完",
            "已耗尽");

    /** Limits of a day or a month are quotas: they do not pass while a request waits. */
    private static final List<Phrase> LONG_WINDOW = Phrase.list(
            "per day",
            "per-day",
            "per month",
            "(tpd)",
            "(rpd)",
            " tpd",
            " rpd",
            "calls / month",
            "requests / day",
            "daily limit",
            "daily quota",
            "monthly limit");

    private static final List<Phrase> TOO_LONG = Phrase.list(
            "context_length_exceeded",
            "maximum context length",
            "model's context length",
            "greater than the context length",
            "exceed context limit",
            "context window",
            "context size",
            "prompt is too long",
            "input is too long",
            "input token length too long",
            "too many input tokens",
            "too many tokens - per minute - per day - please wait",
            "expected maxlength",
            "exceeded model token limit",
            "exceed model maximum",
            "range of input length should be",
            "maximum prompt length",
            "exceeds the maximum number of tokens",
            "request payload size exceeds",
            "input is too large to process",
            "tokens + `max_new_tokens` must be",
            "tokens_too_long",
            "reduce the length of the messages",
            "prompt 超长");

    private static final List<Phrase> FILTERED = Phrase.list(
            "content_filter",
            "content filter",
            "content_policy",
            "content policy",
            "content management policy",
            "usage policy",
            "usage policies",
            "responsibleai",
            "data_inspection_failed",
            "datainspectionfailed",
            "inappropriate content",
            "sensitive content",
            "sensitive information",
            "sensitive word",
            "considered high risk",
            "safety system",
            "input was flagged",
            "敏感",
            "违规");

    private static final List<Phrase> FILTERED_LOOSELY =
            Phrase.list("moderation", "high risk", "sensitive - case sensitive - case-sensitive - time-sensitive");

    private static final List<Phrase> BAD_KEY = Phrase.list(
            "invalid api key",
            "incorrect api key",
            "invalid x-api-key",
            "api key not valid",
            "api key expired",
            "api key not found",
            "invalid api token",
            "user location is not supported",
            "organization has been disabled",
            "organization has been restricted",
            "account_deactivated",
            "access was terminated",
            "无效的令牌",
            "令牌已过期",
            "鉴权失败",
            "已被封禁",
            "未实名");

    private static final List<Phrase> BAD_KEY_LOOSELY = Phrase.list(
            "invalid token",
            "unauthorized",
            "permission denied",
            // LM Studio and one-api answer unknown paths with a 200: the base URL is wrong, and only an operator can
            // mend it.
            "unexpected endpoint or method");

    /** The key may not use this model; it may use others, and other keys may use it. */
    private static final List<Phrase> MODEL_DENIED = Phrase.list(
            "access to the model",
            "access to model",
            "access to this model",
            "access this model",
            "allowed to use model",
            "allowed to use this model",
            "key not allowed to access",
            "permission to use model",
            "permission to use the model",
            "may not use model",
            "may not use this model",
            "cannot use model",
            "not authorized to use model",
            "not authorized to use this model",
            "not enabled for model",
            "not enabled for this model",
            "无权使用模型",
            "无权访问");

    private static final List<Phrase> NO_MODEL = Phrase.list(
            "model_not_found",
            "model not found",
            "no such model",
            "no model found",
            "model + does not exist",
            "model + is not found for api version",
            "no longer available to new users",
            "no endpoints found",
            "deploymentnotfound",
            "unsupported model",
            "unknown model",
            "invalid model name",
            "not a valid model id",
            "model identifier is invalid",
            "on-demand throughput isn't supported",
            "on-demand throughput isn’t supported",
            "has been decommissioned",
            "not available for your plan",
            "no available channel",
            "meets your routing requirements",
            "meet your routing requirements",
            "无可用渠道",
            "模型不存在");

    /** one-api puts this in place of the message of any 429 of its suppliers. */
    private static final List<Phrase> RELAYED_LIMIT = Phrase.list("分组上游负载已饱和");

    private static final List<Phrase> TOO_FAST = Phrase.list(
            "rate limit",
            "rate_limit",
            "too many requests",
            "throttl",
            "tpm limit",
            "rpm limit",
            "请求过于频繁",
            "频率限制",
            "速率限制",
            "限流",
            "并发数过高");

    private static final List<Phrase> BUSY = Phrase.list(
            "overloaded",
            "at capacity",
            "no capacity",
            "out of capacity",
            "queue is full",
            "server busy",
            "high demand",
            "temporarily rate-limited upstream",
            "负载已饱和",
            "访问量过大",
            "服务繁忙",
            "系统繁忙");

    /** NVIDIA's word for an outage of one model, said with a 400. */
    private static final List<Phrase> OUTAGE = Phrase.list("degraded function");

    static final List<Rule> RULES = List.of(
            rule(Verdict.of(FailureClass.FREE_TIER_USED_UP), FREE_TIER, EVERYWHERE),
            rule(CONTEXT, LARGER_THAN_THE_LIMIT, EnumSet.of(LIMITED, CALLER)),
            rule(QUOTA, MONEY, EVERYWHERE),
            rule(QUOTA, MONEY_LOOSELY, EnumSet.of(DENIED, LIMITED, UNKNOWN)),
            // Kimi's limits are the organisation's, whichever model (platform.moonshot.cn, "rate limits").
            rule(QUOTA, Phrase.list("organization tpd", "organization rpd"), EnumSet.of(LIMITED)),
            rule(QUOTA.forModelOfKey(), LONG_WINDOW, EnumSet.of(LIMITED)),
            rule(CONTEXT, TOO_LONG, EnumSet.of(CALLER, DENIED, BROKEN, UNKNOWN)),
            rule(FILTER, FILTERED, EnumSet.of(CALLER, DENIED, UNKNOWN)),
            rule(CREDENTIALS, BAD_KEY, EnumSet.of(CALLER, DENIED, UNKNOWN)),
            rule(FILTER, FILTERED_LOOSELY, EnumSet.of(DENIED, UNKNOWN)),
            rule(MISSING_MODEL, NO_MODEL, EVERYWHERE),
            rule(CREDENTIALS.forModelOfKey(), MODEL_DENIED, EnumSet.of(DENIED, CALLER, UNKNOWN)),
            rule(RATE, RELAYED_LIMIT, EnumSet.of(LIMITED, BROKEN, UNKNOWN)),
            rule(OVERLOADED, OUTAGE, EnumSet.of(CALLER)),
            rule(OVERLOADED, BUSY, EnumSet.of(LIMITED, BROKEN, UNKNOWN)),
            rule(RATE, TOO_FAST, EnumSet.of(LIMITED, BROKEN, UNKNOWN)),
            rule(RATE, Phrase.list("rate limit exceeded", "too many requests"), EnumSet.of(DENIED)),
            rule(CREDENTIALS, BAD_KEY_LOOSELY, EnumSet.of(UNKNOWN)),
            rule(
                    Verdict.of(FailureClass.CALLER_FAULT),
                    Phrase.list("item with id", "previous response", "no file found", "no such file"),
                    EnumSet.of(MISSING)));

    private KeywordRules() {}

    private static Rule rule(Verdict verdict, List<Phrase> words, Set<StatusFamily> where) {
        return new Rule(where, verdict, words);
    }

    /** Returns what the first rule whose words stand in the message says. */
    static Optional<Verdict> decide(Evidence seen) {
        StatusFamily family = StatusFamily.of(seen.status());
        if (seen.text().isBlank()) {
            return Optional.empty();
        }
        for (Rule rule : RULES) {
            if (rule.where().contains(family) && Phrase.any(rule.words(), seen.text())) {
                return Optional.of(rule.verdict());
            }
        }
        return Optional.empty();
    }
}
