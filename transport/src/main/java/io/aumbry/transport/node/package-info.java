/**
 * Node messages over HTTP. A message is a request with fixed header fields; its body is the binary
 * header followed by the raw content. With HTTP/2 each message is a stream, and all messages share
 * a few connections. With HTTP/1.1 each message occupies a connection. A server accepts both; a
 * client's configuration chooses. Messages to a node in the same process are method calls.
 */
@NullMarked
package io.aumbry.transport.node;

import org.jspecify.annotations.NullMarked;
