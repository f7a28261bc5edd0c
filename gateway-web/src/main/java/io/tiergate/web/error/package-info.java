/** Errors as clients see them: {@link io.tiergate.web.error.ErrorBody} for each dialect, and the one exception mapper. */
package io.tiergate.web.error;
