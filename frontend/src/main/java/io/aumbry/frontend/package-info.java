/**
 * The HTTP API for applications.
 *
 * <p>{@link io.aumbry.frontend.Frontend} connects the API in {@code rest} to {@code
 * ClientRequestFrame}, through which every request passes. The package {@code http} has the rules
 * of RFC 9110, {@code account} the owners of blobs.
 *
 * <p>Each request runs on its own virtual thread. Frontends keep no state except counters.
 */
@NullMarked
package io.aumbry.frontend;

import org.jspecify.annotations.NullMarked;
