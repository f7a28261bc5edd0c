/**
 * Estimates tokens where no upstream counted them. {@link io.tiergate.scheduler.tokens.TokenCounter} is the entry. Imports the
 * tokenizer library and Jackson only; thread-safe.
 */
package io.tiergate.scheduler.tokens;
