/** {@code POST /v1/chat/completions}. */
package io.tiergate.web.chat;
