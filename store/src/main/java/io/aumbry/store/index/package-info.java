/**
 * Where each blob is in the log, and what has become of it. An entry holds the merge of all records
 * of its blob when it was written, so the newest entry found is the answer, and a look-up costs one
 * read of the log. The index is made of the log and can be made again from it.
 *
 * <p>Threads: the writer thread puts; any disk thread finds, without a lock. Entries are immutable
 * once they can be seen. Sealing runs on the helper of the disk.
 *
 * <p>Only durable records are in a segment.
 *
 * <h2>Entry: 64 bytes, in memory and in files, big-endian</h2>
 *
 * <pre>
 *  0  blob id: its uuid, 16 bytes; its first 12 bytes (version, flags, data centre, account, container)
 * 28  u16 life version
 * 30  u16 flags: bit 0 deleted
 * 32  u64 changed, u64 expiry, in milliseconds since 1970
 * 48  u32 segment and u32 offset / 8 of the PUT record
 * 56  u32 bytes before its content, 0 if there is no such record; u32 bytes of content
 * </pre>
 *
 * <h2>Segment, version 1: index-FIRST-LAST.idx</h2>
 *
 * <pre>
 *   0  mark, see {@code io.aumbry.store.log}
 *  64  u32 checksum of all from 68 up to the end of the positions
 *  68  u32 number of entries; u32 number of positions; u32 zero
 *  80  u32 segment and u32 offset / 8 of the end of the log that is covered; zeros to 128
 * 128  fences: the first 32 bytes of the first entry of each page
 *  ..  at a multiple of 64: Bloom filter, blocks of 64 bytes, 12 bits for each entry
 *  ..  positions: u64 sequence number, u32 segment, u32 offset / 8; one for about 256 KiB of log
 *  ..  at a multiple of 4096, pages: 63 entries sorted by id, 60 zeros, u32 checksum of the page
 * </pre>
 */
@NullMarked
package io.aumbry.store.index;

import org.jspecify.annotations.NullMarked;
