/**
 * Node messages over HTTP: each is a request with fixed header fields whose body is the binary
 * header and the raw bytes of the content. On HTTP/2 each is a stream and all share a few
 * connections; on HTTP/1.1 each has a connection for as long as it lasts. A server speaks both, a
 * client what it is told to.
 */
@NullMarked
package io.aumbry.transport.node;

import org.jspecify.annotations.NullMarked;
