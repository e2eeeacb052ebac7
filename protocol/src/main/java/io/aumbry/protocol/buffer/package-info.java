/**
 * Reference-counted buffers outside the heap, streams of them, and the CRC32C checksums that travel
 * with content from the frontend to the disk and back.
 *
 * <p>A caller owns and closes each {@link io.aumbry.protocol.buffer.Buffer} or {@link
 * io.aumbry.protocol.buffer.Body} that a method returns. A caller that passes one as an argument
 * still owns it, unless the method takes it over, as {@link
 * io.aumbry.protocol.buffer.ByteSink#write} does.
 */
@NullMarked
package io.aumbry.protocol.buffer;

import org.jspecify.annotations.NullMarked;
