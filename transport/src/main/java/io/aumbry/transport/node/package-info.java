/**
 * Node messages over HTTP/2: one stream a message, fixed headers, then DATA with the binary header
 * and the raw bytes of the content.
 */
@NullMarked
package io.aumbry.transport.node;

import org.jspecify.annotations.NullMarked;
