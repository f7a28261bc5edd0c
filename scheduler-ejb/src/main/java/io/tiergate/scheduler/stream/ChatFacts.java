package io.tiergate.scheduler.stream;

import io.tiergate.adapter.exchange.Usage;

/** What was seen of an OpenAI chat answer so far, in one event or in all. Mutable; for one thread. */
public final class ChatFacts {
    private boolean content;
    private boolean finished;
    private boolean error;
    private boolean choices;
    private boolean data;
    private Usage usage;
    private long textLength;

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
    }

    /** Adds what one event had. */
    void add(ChatFacts event) {
        content |= event.content;
        finished |= event.finished;
        error |= event.error;
        choices |= event.choices;
        data |= event.data;
        textLength += event.textLength;
        if (event.usage != null) {
            usage = event.usage;
        }
    }
}
