package io.tiergate.scheduler.config;

/** What a model does, and so which endpoints may use it. In a file: the name in lower case. */
public enum ModelKind {
    CHAT,
    IMAGE,
    EMBEDDING,
    AUDIO,
    RERANK,
    MODERATION
}
