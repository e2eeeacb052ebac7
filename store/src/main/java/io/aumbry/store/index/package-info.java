/**
 * Where each blob is in the log, and what has become of it. An entry holds the merge of all records
 * of its blob when it was written, so the newest entry found is the answer, and a look-up costs one
 * read of the log. The index is made of the log and can be made again from it.
 *
 * <p>Entries come into a part in memory, outside the heap. A full part is frozen, and sealed:
 * written as a segment, sorted by id. Ids begin with the time of their making, so what was made at
 * about the same time lies in the same page. Segments that are neighbours in age are merged as
 * {@link io.aumbry.store.index.MergeRule} says.
 *
 * <p>What a look-up costs: memory holds for each segment its smallest and largest id, a Bloom
 * filter of 16 bits an entry, and the first id of each page, 2.5 bytes an entry in all. A page is
 * read only where the filter says that the entry may be; of ids that are not there about one in a
 * thousand seems to be, for each segment whose ids reach that far. So it is one page for a blob
 * that is there, and none for one that is not, but for that rate. Pages are read and not mapped,
 * and those asked for again are kept ({@link io.aumbry.store.index.IndexPages}): see decision 6.
 *
 * <p>Threads: the writer thread puts; any disk thread finds, without a lock. Entries are immutable
 * once they can be seen. Sealing and merging run on the helper of the disk. A look-up holds the
 * view that it looks in, and files are closed when the last one has let go.
 *
 * <p>Invariants: only durable records are in a segment. Segments cover the parts from 1 on without
 * gaps, each once; where two files cover a part, as after a crash between the naming of a merged
 * one and the deleting of its sources, the larger counts. No entry is taken from a page that was
 * not proved, each time that it is read from the file. Once damage or a gap is found, at a start or
 * later, the files are all deleted and the next start makes the index from the log: an entry in a
 * later part may correct one in an earlier part, so that none is worth keeping without those behind
 * it.
 *
 * <h2>Entry: 64 bytes, in memory and in files, big-endian</h2>
 *
 * <pre>
 *  0  blob id: its uuid, 16 bytes; its first 12 bytes (version, flags, data centre, account, container)
 * 28  u16 life version
 * 30  u16 flags: bit 0 deleted; bit 1 removed, all from 28 on but this is then zero:
 *     the log has no record of the blob, whatever older entries say
 * 32  u64 changed, u64 expiry, in milliseconds since 1970
 * 48  u32 segment and u32 offset / 8 of the PUT record
 * 56  u32 bytes before its content, 0 if there is no such record; u32 bytes of content
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
 *   96  u32 entries, u32 blocks of the filter, u32 positions; zeros to 4096
 * 4096  pages of 4096 bytes: 63 entries sorted by id; u32 tag: checksum of store uuid, u64 first and
 *       u64 last part; u32 number of the page, from 0; zeros; at 4092 u32 checksum of the page
 *   ..  tables, up to the end of the file:
 *       fences: the first 32 bytes of the first entry of each page, and of the last entry
 *       at a multiple of 64 from their start: filter, blocks of 64 bytes, one bit in each u64 for
 *       each entry
 *       positions: u64 sequence number, u32 segment, u32 offset / 8; one for about 256 KiB of log
 * </pre>
 */
@NullMarked
package io.aumbry.store.index;

import org.jspecify.annotations.NullMarked;
