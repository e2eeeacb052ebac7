/**
 * The protocol between storage nodes and their callers. A message is a header of the form below.
 * Some messages also have content: raw bytes that follow the header on the same stream.
 *
 * <h2>Header, version 1, big-endian</h2>
 *
 * <pre>
 *  u32 length of the rest of the header, at most {@link io.aumbry.protocol.message.MessageCodec#MAX_HEADER_SIZE}
 *  u8  version 0x01
 *  u8  type, see the constants of {@link io.aumbry.protocol.message.MessageCodec}
 *  ..  the fields of the type, in the order of its record:
 *      long u64, int u32, boolean and enum u8, blob id 32 bytes,
 *      text and bytes: u32 length and the bytes, checksums: u32 count and u32 each, list: u32 count and its elements
 * </pre>
 */
@NullMarked
package io.aumbry.protocol.message;

import org.jspecify.annotations.NullMarked;
