/**
 * Addresses that carry their own authorisation: {@code GET /signedUrl} and the use of its answer.
 */
@NullMarked
package io.aumbry.frontend.rest.signed;

import org.jspecify.annotations.NullMarked;
