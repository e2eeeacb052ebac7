/**
 * What is said to a storage node and what it answers, with the binary form of each. A message is a
 * header of the form below and, for some, content: raw bytes that follow it on the same stream.
 *
 * <h2>Header, version 1, big-endian</h2>
 *
 * <pre>
 *  u32 length of what follows, at most {@link io.aumbry.protocol.message.MessageCodec#MAX_HEADER_SIZE}
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
