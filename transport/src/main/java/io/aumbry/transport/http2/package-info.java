/**
 * HTTP/2 for servers and clients. A connection handles the frames itself; the state of a request is
 * a property of its stream, without a channel for each stream.
 *
 * <p>Flow control follows the reader: bytes are returned to the sender's window when the request's
 * thread takes them. {@link io.aumbry.transport.http2.StreamingFrameReader} passes on parts of a
 * DATA frame as they arrive, so large frames cost neither memory nor latency.
 */
@NullMarked
package io.aumbry.transport.http2;

import org.jspecify.annotations.NullMarked;
