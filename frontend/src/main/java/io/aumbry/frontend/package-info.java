/**
 * HTTP requests of applications, answered from a router: REST today, S3 later.
 *
 * <p>{@link io.aumbry.frontend.Frontend} wires {@code rest} (the API) to the one {@code
 * RequestFrame} (identity, limits, timing, errors), through which every request passes. Below are
 * {@code http} (what RFC 9110 says, as functions) and {@code account} (who owns blobs).
 *
 * <p>Threads: each request runs on its own virtual thread, from the first line of {@link
 * io.aumbry.frontend.Frontend#handle} to its last. Frontends keep no state but counters.
 */
@NullMarked
package io.aumbry.frontend;

import org.jspecify.annotations.NullMarked;
