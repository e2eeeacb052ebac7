/**
 * The HTTP server: connections of HTTP/1.1 and HTTP/2 with their limits and timeouts. Handlers use
 * only the types of {@code io.aumbry.transport.http}.
 */
@NullMarked
package io.aumbry.transport.http.server;

import org.jspecify.annotations.NullMarked;
