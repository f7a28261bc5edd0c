package io.tiergate.scheduler.quota;

/**
 * What was admitted in each of the last {@value #SECONDS} seconds, the running one among them. Immutable.
 *
 * @param newest the running second, from 0; never goes back
 * @param requestsBySecond at {@code second % SECONDS}
 * @param tokensBySecond at {@code second % SECONDS}
 */
record Minute(long newest, int[] requestsBySecond, long[] tokensBySecond) {
    /** One more than a minute has: of the oldest second, only a part may have left the minute. */
    static final int SECONDS = 61;

    static final Minute EMPTY = new Minute(0, new int[SECONDS], new long[SECONDS]);

    /** Returns it as of a second; of one that is past already, for a thread that was overtaken, as it is. */
    Minute at(long second) {
        if (second <= newest) {
            return this;
        }
        int[] requests = requestsBySecond.clone();
        long[] tokens = tokensBySecond.clone();
        long gone = Math.min(second - newest, SECONDS);
        for (long i = 0; i < gone; i++) {
            requests[place(second - i)] = 0;
            tokens[place(second - i)] = 0;
        }
        return new Minute(second, requests, tokens);
    }

    /** Returns it with an admission more. */
    Minute plus(long second, int requests, long tokens) {
        return corrected(second, requests, 0, tokens);
    }

    /** Returns it with {@code actual} in place of {@code held}; unchanged where that second has left. */
    Minute corrected(long second, int requests, long held, long actual) {
        if (newest - second >= SECONDS) {
            return this;
        }
        int place = place(second);
        int[] newRequests = requestsBySecond.clone();
        long[] newTokens = tokensBySecond.clone();
        newRequests[place] += requests;
        newTokens[place] = saturatedSum(newTokens[place] - held, actual);
        return new Minute(newest, newRequests, newTokens);
    }

    int requests() {
        int sum = 0;
        for (int n : requestsBySecond) {
            sum += n;
        }
        return sum;
    }

    /** Returns their sum; {@code Long.MAX_VALUE} stands for that many or more. */
    long tokens() {
        long sum = 0;
        for (long n : tokensBySecond) {
            sum = saturatedSum(sum, n);
        }
        return sum;
    }

    private static int place(long second) {
        return (int) (second % SECONDS);
    }

    private static long saturatedSum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
