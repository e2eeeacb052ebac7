/**
 * Buffers in pooled memory outside the heap.
 *
 * <p>A buffer that is kept never pins much more memory than it holds. {@link
 * io.aumbry.transport.buffer.NettyBuffer#received} copies a small part of a large receive buffer.
 */
@NullMarked
package io.aumbry.transport.buffer;

import org.jspecify.annotations.NullMarked;
