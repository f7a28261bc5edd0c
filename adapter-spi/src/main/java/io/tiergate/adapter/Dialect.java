package io.tiergate.adapter;

/** An inbound API. {@link #OPENAI_CHAT} is also the neutral form that adapters convert from and to. */
public enum Dialect {
    /** {@code POST /v1/chat/completions}. */
    OPENAI_CHAT("openai-chat"),
    /** {@code POST /v1/completions}. */
    OPENAI_COMPLETIONS("openai-completions"),
    /** {@code POST /v1/responses}. */
    OPENAI_RESPONSES("openai-responses"),
    /** {@code POST /v1/embeddings}. */
    OPENAI_EMBEDDINGS("openai-embeddings"),
    /** {@code POST /v1/images/generations}. */
    OPENAI_IMAGES("openai-images"),
    /** {@code POST /v1/messages}. */
    ANTHROPIC_MESSAGES("anthropic-messages"),
    /** {@code POST /v1beta/models/{model}:generateContent}. */
    GEMINI("gemini");

    private final String id;

    Dialect(String id) {
        this.id = id;
    }

    /** Returns its name in configuration, logs and metrics. */
    public String id() {
        return id;
    }
}
