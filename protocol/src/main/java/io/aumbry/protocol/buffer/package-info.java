/**
 * Bytes on their way: reference-counted buffers outside the heap, streams of them, and the CRC32C
 * checksums that go with them from the frontend to the disk and back.
 *
 * <p>Ownership: whoever gets a {@link io.aumbry.protocol.buffer.Buffer} or {@link
 * io.aumbry.protocol.buffer.Body} from a method owns it and closes it; whoever passes one to a
 * method still owns it, except where the method says that it takes it over ({@link
 * io.aumbry.protocol.buffer.ByteSink#write}).
 */
@NullMarked
package io.aumbry.protocol.buffer;

import org.jspecify.annotations.NullMarked;
