/**
 * The log of a store: records in segments, one after the other, each with a number. The log is the
 * truth; all else can be made from it.
 *
 * <p>Threads: one writer thread adds ({@link io.aumbry.store.log.LogWriter}); any disk thread reads
 * what was forced. A helper may prepare room behind the end, never where the writer writes.
 *
 * <p>All numbers are big-endian. All checksums are CRC32C.
 *
 * <h2>Mark, version 1: the first 64 bytes of every file, or all of it</h2>
 *
 * <pre>
 *  0  u32 magic   "AuDK" disk.id, "AuST" store.id, "AuLG" log segment, "AuLC" compacted
 *                segment, "AuMF" manifest, "AuRE" reached, "AuIX" index segment,
 *                "AuQU" quarantine, "AuSC" scrubbed
 *  4  u32 checksum of bytes 8 to 63
 *  8  u8  version 0x01, then 7 zeros
 * 16  uuid of the store; in disk.id of the disk
 * 32  u32 number  store.id: partition; log: number of the segment, from 1; reached: segment;
 *                 manifest: number of the next segment; quarantine: entries;
 *                 scrubbed: a partition; else 0
 * 36  u32 zero
 * 40  u64 first   log, index: first sequence number; reached: a sequence number; else 0
 * 48  u64 second  log: capacity in bytes; compacted, index: last sequence number; reached: offset;
 *                 else 0
 * 56  u64 zero
 * </pre>
 *
 * A file is written under another name, forced and renamed, so that a mark is whole or not there.
 * {@code reached} is written at a clean end: the log never again ends before that record.
 *
 * <h2>Segment: log-NNNNNNNNNN.seg</h2>
 *
 * <pre>
 *  0  mark
 * 64  records, each at a multiple of 8; then zeros to the end of the file
 * </pre>
 *
 * The file grows up to its capacity, and is cut to its records when the next one is begun and at a
 * clean end. While syncs are small it grows in steps of 1 to 16 MiB of zeros that are written ahead
 * of the records; else by as much room, which the file system finds for it and which reads as
 * zeros; where both are used up, a record extends it. It grows only where no record is or will be
 * written. A new segment is begun only when all records of the one before are durable.
 *
 * <h2>Compacted segment: log-NNNNNNNNNN.seg too</h2>
 *
 * <pre>
 *  0  mark: first and second are the sequence numbers that it covers, there or dropped
 * 64  records, byte for byte as they were first written, in order, one behind the other
 *  ..  table of runs, 16 bytes each: u32 segment and u32 offset / 8 where the first record of the run
 *      was first written; u64 its offset here. A run is of records that were neighbours.
 *  ..  footer, 64 bytes:
 *       0  u32 magic "AuLE"
 *       4  u32 checksum of bytes 8 to 63
 *       8  u64 offset of the table; u64 number of runs; u64 number of records
 *      32  u32 first and u32 last number of the segments that the records were first written to
 *      40  u32 checksum of the table; zeros to 64
 * </pre>
 *
 * <b>The place of a record is its name.</b> Where a record was first written, in which segment and
 * at which offset, names it for as long as it is there; the index knows it by that, its tag proves
 * it, and compaction changes neither. It copies the bytes, and the table of runs says where they
 * are now: a run of neighbours costs 16 bytes, held in memory outside the heap. So no index entry
 * is touched when records move, nothing has to be made good after a crash, a checksum of a record
 * is never made anew, and a copy that is not of the record it should be is noticed by its tag. A
 * place that is in no run of the file that covers its segment has been dropped.
 *
 * <h2>manifest</h2>
 *
 * <pre>
 *  0  mark
 * 64  u32 checksum of all that follows; u32 number of files; u32 number of replaced files; u32 zero
 * 80  files in the order of their records, 32 bytes each: u32 number; u32 1 if it is compacted, else
 *     0; u64 first sequence number; u32 first and u32 last number of the segments that its records
 *     were first written to; u32 checksum of the footer of a compacted one, else 0; u32 zero
 *  ..  numbers of replaced files, u32 each, which may still be there
 * </pre>
 *
 * The manifest says which files are the log; it is replaced whole (written, forced, renamed, folder
 * synced) when a segment is added and when compaction puts one in place of others. A file that it
 * lists and that is not there, or is another one, is noticed at the start. Files that it does not
 * list are deleted then when they were replaced, or are compacted (their compaction was not
 * finished), or are empty; any other makes the store corrupt.
 *
 * <h2>What recovery keeps, and what it cuts off</h2>
 *
 * The writer forces a group of records before it acknowledges any of them and before it writes the
 * next. So at a crash only the last group is in doubt, and any of its sectors may be lost. Recovery
 * reads records while they are whole, in place and in sequence. At the first that is not, with
 * number s:
 *
 * <ul>
 *   <li>it is <b>damage</b> if acknowledged bytes are gone, which is proved by any one of: a later
 *       record, whole and in place, whose {@code durable} is at least s; a later segment that
 *       begins behind s; an index segment or {@code reached} that covers s. Nothing is changed,
 *       nothing cut off; the store opens for reading what is whole, before the damage and behind
 *       it, and each write is answered with the place.
 *   <li>else it was <b>never acknowledged</b>: the log ends before s, and what lies behind is
 *       overwritten with zeros, since it could look like the next record one day.
 * </ul>
 *
 * The records found since the last one known to be durable are written again and forced before
 * anyone sees them: a page whose write failed may look clean in the cache. Damage to the last group
 * of a killed process, after its sync and before any later write, cannot be told from a torn tail:
 * nothing on the disk says that the sync returned.
 *
 * <p>With {@link io.aumbry.store.partition.Durability#WRITE} the same holds for what was synced.
 */
@NullMarked
package io.aumbry.store.log;

import org.jspecify.annotations.NullMarked;
