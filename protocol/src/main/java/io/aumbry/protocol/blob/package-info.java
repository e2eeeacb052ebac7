/**
 * Blob ids, blob properties, and the manifests of blobs that are larger than a chunk.
 *
 * <h2>Blob id, version 1: 32 bytes, big-endian, url-safe base64 without padding (43 characters)
 * </h2>
 *
 * <pre>
 *  0        version          u8    0x01
 *  1        flags            u8    bits 0-1: 0 simple, 1 manifest, 2 chunk, 3 upload record; bit 2: encrypted;
 *                                bit 3: named, of kinds 0 and 1 only; others 0
 *  2.. 3    data centre      u16   where the blob was created, 1 to 65535
 *  4.. 7    account          u32   1 to 2^31-1
 *  8..11    container        u32   1 to 2^31-1
 * 12..15    partition        u32   0 to 2^31-1
 * 16..31    uuid             RFC 9562 version 7: 48 bits of milliseconds, so that ids sort by time
 * </pre>
 *
 * An Ambry id starts with 0x00, so it is never mistaken for an Aumbry id.
 *
 * <h2>Metadata, version 1: stored in the record of a blob beside the content; opaque to the store
 * </h2>
 *
 * <pre>
 *  u8  version 0x01
 *  u8  flags   bit 0: private; bit 1: a CRC32C of the whole blob follows
 *  u64 size of the whole blob in bytes
 *  u64 creation time in milliseconds since 1970
 *  u64 time to live in seconds, or -1
 *  u32 CRC32C, if flagged
 *  5 x text  content type, service id, owner id, file name, external asset tag; then content encoding: text
 *  u16 number of user metadata entries, then for each: text key, text value
 *  text: u16 length in bytes, UTF-8
 * </pre>
 *
 * <h2>Manifest, version 1: the content of a manifest blob, and of a page</h2>
 *
 * <pre>
 *  u32 magic 0x41754D46 ("AuMF")
 *  u8  version 0x01
 *  u8  level   1: of chunks, 2: of pages
 *  u64 size of the whole blob, or of the page, in bytes: the sum of all lengths, less than 2^63
 *  u32 number of entries
 *  level 1, for each chunk in order: 32 bytes chunk id, u32 length in bytes
 *  level 2, for each page in order:  32 bytes page id, u32 number of chunks, u64 length in bytes
 *  u32 CRC32C of all preceding bytes
 * </pre>
 *
 * <h2>Upload record, version 1: the content of an upload record</h2>
 *
 * <pre>
 *  u32 magic 0x41755570 ("AuUp")
 *  u8  version 0x01
 *  32 bytes manifest id
 *  u32 number of chunks
 *  for each: 32 bytes chunk id or page id
 *  u32 CRC32C of all preceding bytes
 * </pre>
 */
@NullMarked
package io.aumbry.protocol.blob;

import org.jspecify.annotations.NullMarked;
