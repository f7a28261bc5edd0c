package io.tiergate.scheduler.stream;

import io.tiergate.adapter.exchange.Usage;

/** What was seen of an OpenAI chat answer so far, in one event or in all. Mutable; for one thread. */
public final class ChatFacts {
    /** Characters of text that are kept to estimate the tokens of all of it from. A guess: some 500 tokens say enough. */
    private static final int SAMPLE = 2_000;

    private boolean content;
    private boolean finished;
    private boolean error;
    private boolean choices;
    private boolean data;
    private Usage usage;
    private long textLength;
    private final StringBuilder sample = new StringBuilder();
    private int sampleRoom = SAMPLE;

    /** Returns whether a real event was seen: content, reasoning, a tool call, a refusal or a finish reason. */
    public boolean content() {
        return content || finished;
    }

    /** Returns whether a finish reason was seen. */
    public boolean finished() {
        return finished;
    }

    /** Returns whether there is an {@code error} member that is no null. */
    public boolean error() {
        return error;
    }

    /** Returns whether there is a choice. */
    public boolean choices() {
        return choices;
    }

    /** Returns whether there is a list {@code data}, as embeddings and images have it. */
    public boolean data() {
        return data;
    }

    /** Returns the last usage with real numbers, or null. */
    public Usage usage() {
        return usage;
    }

    /** Returns how many characters of text, reasoning and arguments were seen. */
    public long textLength() {
        return textLength;
    }

    /** Returns the text's first characters: all of it where it is short. */
    public String sample() {
        return sample.toString();
    }

    /** Returns whether the next text is to be given to {@link #sample(String)}. */
    boolean wantsSample() {
        return sampleRoom > 0;
    }

    void sample(String text) {
        sample.append(text, 0, Math.min(text.length(), sampleRoom));
        sampleRoom -= Math.min(text.length(), sampleRoom);
    }

    void sawContent(int characters) {
        content = true;
        textLength += characters;
    }

    void sawFinish() {
        finished = true;
    }

    void sawError() {
        error = true;
    }

    void sawData() {
        data = true;
    }

    void sawChoice() {
        choices = true;
    }

    void sawUsage(Usage real) {
        usage = real;
    }

    void clear() {
        content = false;
        finished = false;
        error = false;
        choices = false;
        data = false;
        usage = null;
        textLength = 0;
        sample.setLength(0);
    }

    /** Adds what one event had. */
    void add(ChatFacts event) {
        content |= event.content;
        finished |= event.finished;
        error |= event.error;
        choices |= event.choices;
        data |= event.data;
        textLength += event.textLength;
        if (!event.sample.isEmpty()) {
            sample(event.sample.toString());
        }
        event.sampleRoom = sampleRoom;
        if (event.usage != null) {
            usage = event.usage;
        }
    }
}
