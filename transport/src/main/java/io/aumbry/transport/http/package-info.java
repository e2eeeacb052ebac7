/**
 * HTTP/1.1 and HTTP/2 servers for straight-line handlers: one virtual thread a request, carried by
 * the event loop of its connection.
 */
@NullMarked
package io.aumbry.transport.http;

import org.jspecify.annotations.NullMarked;
