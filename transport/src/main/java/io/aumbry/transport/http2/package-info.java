/**
 * What HTTP/2 servers and clients share: connections whose frames are handled at the connection,
 * with the state of a request hung on its stream, and no channel for each stream.
 *
 * <p>Flow control follows the reader: bytes are given back to the sender when the request's thread
 * took them, not when they arrived. A DATA frame is handed on as it comes and not held until it is
 * whole ({@link io.aumbry.transport.http2.StreamingFrameReader}), so that large frames cost neither
 * memory nor latency.
 */
@NullMarked
package io.aumbry.transport.http2;

import org.jspecify.annotations.NullMarked;
