package io.tiergate.adapter.failure;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What the rules look at: one error, read.
 *
 * @param status the status to judge by: the answer's own, or the one that an error inside a 200 names, or 0
 * @param codes its codes and types in lower case, the most telling first
 * @param text its message in lower case; where it complains of the request, without what it quotes
 * @param param the request's field that it names, or null
 * @param host the source's host in lower case
 * @param fromDashScope whether it is DashScope's, sent by itself or relayed
 */
record Evidence(int status, List<String> codes, String text, String param, String host, boolean fromDashScope) {
    /** Characters of a message that are searched: upstreams say what is wrong first and quote later. */
    private static final int SEARCHED = 4_096;

    /** The longest quoted name that is kept: {@code `max_new_tokens`} tells, a quoted prompt does not. */
    private static final int QUOTED_NAME = 64;

    /** DashScope's request ids are UUIDs beside the error; Anthropic's begin with {@code req_}. */
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private static final List<Phrase> DASHSCOPE_LINKS = Phrase.list("dashscope", "aliyun.com", "alibabacloud.com");

    static Evidence of(ErrorBody body, int httpStatus, String host) {
        int status = judgedStatus(body, httpStatus);
        String head = head(body.message());
        // Complaints quote the request; other errors quote what the upstream's own supplier said.
        String text = StatusFamily.of(status) == StatusFamily.CALLER ? withoutQuotes(head) : head;
        return new Evidence(status, body.codes(), text, body.param(), host, dashScope(body, head, host));
    }

    private static int judgedStatus(ErrorBody body, int httpStatus) {
        if (httpStatus < 300) {
            int named = StatusNames.of(body.codes());
            return body.status() != 0 ? body.status() : named;
        }
        if (body.relayedStatus() != 0) {
            return body.relayedStatus();
        }
        // Some relays wrap a 429 in a 5xx. In a 400 the number is as likely the caller's own (BerriAI/litellm#11455).
        return httpStatus >= 500 && body.status() == 429 ? 429 : httpStatus;
    }

    private static boolean dashScope(ErrorBody body, String text, String host) {
        return host.contains("dashscope")
                || host.contains("maas.aliyuncs.com")
                || (body.requestId() != null && UUID.matcher(body.requestId()).matches())
                || Phrase.any(DASHSCOPE_LINKS, text);
    }

    private static String head(String message) {
        if (message == null) {
            return "";
        }
        String lower =
                message.substring(0, Math.min(message.length(), SEARCHED)).toLowerCase(Locale.ROOT);
        int echo = lower.indexOf("input_value="); // pydantic: what follows is the caller's own
        return echo < 0 ? lower : lower.substring(0, echo);
    }

    /** Leaves out quoted text that is no single name. An apostrophe inside a word opens nothing; a quote that is not closed neither. */
    private static String withoutQuotes(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = isQuote(c) && !afterWord(text, at) ? closing(text, at) : -1;
            if (end < 0) {
                kept.append(c);
                at++;
            } else {
                kept.append(isName(text, at + 1, end) ? text.substring(at, end + 1) : " ");
                at = end + 1;
            }
        }
        return kept.toString();
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'' || c == '`';
    }

    private static boolean afterWord(String text, int at) {
        return at > 0 && Character.isLetterOrDigit(text.charAt(at - 1)) && text.charAt(at) == '\'';
    }

    private static int closing(String text, int open) {
        int end = text.indexOf(text.charAt(open), open + 1);
        while (end >= 0 && text.charAt(end) == '\'' && beforeWord(text, end)) {
            end = text.indexOf('\'', end + 1);
        }
        return end;
    }

    private static boolean beforeWord(String text, int at) {
        return at + 1 < text.length() && Character.isLetterOrDigit(text.charAt(at + 1));
    }

    private static boolean isName(String text, int from, int to) {
        return to - from <= QUOTED_NAME && text.substring(from, to).chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
