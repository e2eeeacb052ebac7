/**
 * The files of an index. An immutable segment holds sorted entries in pages, with fences and a
 * Bloom filter, so that a look-up reads at most one page.
 *
 * <h2>Entry: 64 bytes, in memory and in files, big-endian</h2>
 *
 * <pre>
 *  0  blob id: its uuid, 16 bytes; its first 12 bytes (version, flags, data centre, account, container)
 * 28  u16 life version
 * 30  u16 flags: bit 0 deleted; bit 1 removal: the log has no record of the blob, older entries do
 *     not count, and all following fields are zero
 * 32  u64 changed, u64 expiry, in milliseconds since 1970
 * 48  u32 segment and u32 offset / 8 of the PUT record
 * 56  u32 bytes before its content, 0 without a PUT record; u32 bytes of content
 * </pre>
 *
 * <h2>Segment, version 1: index-FIRST-LAST.idx, named by its parts</h2>
 *
 * <pre>
 *    0  mark "AuIX", first and second: sequence numbers of the first and last record covered;
 *       see {@code io.aumbry.store.log}
 *   64  u32 checksum of bytes 68 to 127
 *   68  u32 checksum of the tables
 *   72  u64 first part, u64 last part
 *   88  u32 segment and u32 offset / 8 of the end of the log that is covered
 *   96  u32 entries, u32 blocks of the filter, u32 positions
 *  108  u32 bytes of the usage, u32 checksum of them; zeros to 4096
 * 4096  pages of 4096 bytes: 63 entries sorted by id; u32 tag: checksum of store uuid, u64 first and
 *       u64 last part; u32 number of the page, from 0; zeros; at 4092 u32 checksum of the page
 *   ..  tables:
 *       fences: the first 32 bytes of the first entry of each page, and of the last entry
 *       at a multiple of 64 from their start: filter, blocks of 64 bytes, one bit in each u64 for
 *       each entry
 *       positions: u64 sequence number, u32 segment, u32 offset / 8; one for about 256 KiB of log
 *   ..  usage of containers after the last record covered, see {@code io.aumbry.store.usage}
 * </pre>
 */
@NullMarked
package io.aumbry.store.index.segment;

import org.jspecify.annotations.NullMarked;
