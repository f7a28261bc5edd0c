package io.tiergate.adapter.failure;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Takes keys, addresses and host names out of an upstream's text, and all else leaves as it is. A text is cut into words at
 * white space, quotes, brackets, commas and everything that is not ASCII, since none of these stands in a key; each word is
 * judged once, so the cost grows with the length of the text alone.
 */
final class Redaction {
    static final String MARK = "[redacted]";

    private static final String SEPARATORS = "\"'`<>(){}[],;|\\";
    private static final String TRAILING = ".:!?";

    /** How the keys of providers begin, in lower case. */
    private static final List<String> KEY_PREFIXES = List.of(
            "sk-",
            "sk_",
            "pk-",
            "rk-",
            "aiza",
            "gsk_",
            "xai-",
            "hf_",
            "nvapi-",
            "pplx-",
            "r8_",
            "fw_",
            "tgp_",
            "csk-",
            "ghp_",
            "github_pat_",
            "ya29.",
            "bce-v3");

    /** Shorter words with such a beginning are words, but for {@code sk-}: OpenAI shows masked keys. */
    private static final int SHORTEST_PREFIXED = 12;

    /** Words that may follow "Bearer" or "key:" without being one. */
    private static final Set<String> NO_KEY = Set.of(
            "token",
            "tokens",
            "auth",
            "authentication",
            "authorization",
            "scheme",
            "key",
            "format",
            "header",
            "is",
            "was",
            "not",
            "must",
            "and",
            "or",
            "in",
            "for",
            "the",
            "missing",
            "invalid",
            "required",
            "none",
            "null",
            "error");

    /** Where a word may be a name and a key: {@code key=…}. */
    private static final Pattern JOINTS = Pattern.compile("[=:&?@]");

    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    /** From this many letters and digits in a row, mixed, a word is taken for a key (the project's own rule, SPEC section 13). */
    private static final int LONG_RUN = 20;

    /** Base64 with its separators: the word has this length and a mixed run of {@link #BASE64_RUN} somewhere. */
    private static final int BASE64_WORD = 32;

    private static final int BASE64_RUN = 12;

    /** Endings of host names; two-letter ones only where providers or their customers are found. */
    private static final Set<String> DOMAINS = Set.of(
            "com",
            "net",
            "org",
            "io",
            "ai",
            "cn",
            "dev",
            "app",
            "cloud",
            "internal",
            "local",
            "localdomain",
            "lan",
            "svc",
            "co",
            "us",
            "eu",
            "uk",
            "de",
            "fr",
            "jp",
            "kr",
            "sg",
            "hk",
            "tw",
            "ru",
            "in",
            "me",
            "sh",
            "so",
            "gg",
            "xyz",
            "top",
            "site",
            "tech",
            "info",
            "biz",
            "pro",
            "run",
            "chat",
            "gov",
            "edu");

    private final String text;
    private final String host;
    private final StringBuilder out;

    /** Whether the word before this one says that a key follows. */
    private boolean keyFollows;

    private Redaction(String text, String host) {
        this.text = text;
        this.host = host;
        this.out = new StringBuilder(text.length());
    }

    /** Returns the text without secrets; {@code host} is the source's own host in lower case, or empty. */
    static String of(String text, String host) {
        return new Redaction(text, host).run();
    }

    private String run() {
        int at = 0;
        while (at < text.length()) {
            int end = wordEnd(at);
            if (end == at) {
                out.append(text.charAt(at));
                at++;
            } else {
                word(at, end);
                at = end;
            }
        }
        return out.toString();
    }

    private int wordEnd(int from) {
        int end = from;
        while (end < text.length() && isWord(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isWord(char c) {
        return c > ' ' && c < 0x7f && SEPARATORS.indexOf(c) < 0;
    }

    private void word(int from, int to) {
        int end = to;
        while (end > from && TRAILING.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        String word = text.substring(from, end);
        String lower = word.toLowerCase(Locale.ROOT);
        boolean secret = isSecret(word, lower) || (keyFollows && isPlausibleKey(lower));
        out.append(secret ? MARK : word).append(text, end, to);
        keyFollows = announcesKey(lower, text.substring(end, to));
    }

    private boolean isSecret(String word, String lower) {
        if (lower.contains("://") || lower.startsWith("sk-") || isHost(lower)) {
            return true;
        }
        for (String part : JOINTS.split(word, -1)) {
            if (isKey(part)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isKey(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        if (lower.startsWith("sk-")) {
            return true;
        }
        if (word.length() >= SHORTEST_PREFIXED
                && hasDigit(word)
                && KEY_PREFIXES.stream().anyMatch(lower::startsWith)) {
            return true;
        }
        return longestMixedRun(word) >= LONG_RUN
                || (word.length() >= BASE64_WORD && longestMixedRun(word) >= BASE64_RUN)
                || (word.length() >= BASE64_WORD && UUID.matcher(word).find());
    }

    private static boolean hasDigit(String word) {
        return word.chars().anyMatch(Redaction::isDigit);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    /** Returns the length of the longest run of letters and digits that has both. */
    private static int longestMixedRun(String word) {
        int longest = 0;
        int from = 0;
        boolean digits = false;
        boolean letters = false;
        for (int i = 0; i <= word.length(); i++) {
            char c = i < word.length() ? word.charAt(i) : '-';
            if (isDigit(c)) {
                digits = true;
            } else if (Character.isLetter(c)) {
                letters = true;
            } else {
                longest = digits && letters ? Math.max(longest, i - from) : longest;
                from = i + 1;
                digits = false;
                letters = false;
            }
        }
        return longest;
    }

    private boolean isHost(String lower) {
        String name = lower.substring(lower.indexOf('@') + 1);
        int slash = name.indexOf('/');
        String authority = slash < 0 ? name : name.substring(0, slash);
        if (isIpv6(authority)) {
            return true;
        }
        int colon = authority.indexOf(':');
        String bare = colon < 0 ? authority : authority.substring(0, colon);
        if (bare.isEmpty()) {
            return false;
        }
        return bare.equals(host) || bare.equals("localhost") || isIpv4(bare) || isDomain(bare);
    }

    private static boolean isDomain(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0
                && DOMAINS.contains(name.substring(dot + 1))
                && name.chars().allMatch(c -> c == '.' || c == '-' || isDigit(c) || (c >= 'a' && c <= 'z'))
                && !name.contains("..");
    }

    private static boolean isIpv4(String name) {
        String[] numbers = name.split("\\.", -1);
        return numbers.length == 4
                && List.of(numbers).stream()
                        .allMatch(n ->
                                !n.isEmpty() && n.length() <= 3 && n.chars().allMatch(Redaction::isDigit));
    }

    private static boolean isIpv6(String name) {
        return name.contains("::")
                && name.chars().allMatch(c -> c == ':' || c == '.' || Character.digit(c, 16) >= 0)
                && name.chars().anyMatch(c -> c != ':');
    }

    private static boolean announcesKey(String lower, String after) {
        return lower.equals("bearer")
                || (after.startsWith(":")
                        && (lower.equals("key")
                                || lower.equals("provided")
                                || lower.endsWith("api-key")
                                || lower.endsWith("api_key")
                                || lower.endsWith("apikey")
                                || lower.equals("token")));
    }

    private static boolean isPlausibleKey(String lower) {
        return lower.length() >= 4 && !NO_KEY.contains(lower) && lower.chars().noneMatch(c -> c == '/');
    }
}
