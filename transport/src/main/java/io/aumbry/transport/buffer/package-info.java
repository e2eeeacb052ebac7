/**
 * Buffers in pooled memory outside the heap.
 *
 * <p>Invariant: a buffer that is handed on for keeping is not much smaller than the memory it holds
 * ({@link io.aumbry.transport.buffer.NettyBuffer#received}); a small part of a large receive buffer
 * is copied instead of kept.
 */
@NullMarked
package io.aumbry.transport.buffer;

import org.jspecify.annotations.NullMarked;
