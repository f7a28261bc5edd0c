/** {@code POST /v1/images/generations}. */
package io.tiergate.web.images;
