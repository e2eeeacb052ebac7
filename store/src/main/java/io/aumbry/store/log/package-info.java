/**
 * The log of a store: a sequence of numbered records in segment files. The log is the truth;
 * everything else can be rebuilt from it.
 *
 * <p>One writer thread appends ({@link io.aumbry.store.log.LogWriter}). Any disk thread reads
 * synced records. A helper may prepare space behind the end, but never where the writer writes.
 *
 * <p>All numbers are big-endian. All checksums are CRC32C.
 *
 * <h2>Mark, version 1: the first 64 bytes of every file, or all of it</h2>
 *
 * <pre>
 *  0  u32 magic   "AuDK" disk.id, "AuST" store.id, "AuLG" log segment, "AuLC" compacted
 *                segment, "AuMF" manifest, "AuRE" reached, "AuIX" index segment,
 *                "AuQU" quarantine, "AuSC" scrubbed, "AuOP" openings
 *  4  u32 checksum of bytes 8 to 63
 *  8  u8  version 0x01, then 7 zeros
 * 16  uuid of the store; in disk.id of the disk
 * 32  u32 number  store.id: partition; log: number of the segment, from 1; reached: segment;
 *                 manifest: number of the next segment; quarantine, openings:
 *                 entries;
 *                 scrubbed: a partition; else 0
 * 36  u32 zero
 * 40  u64 first   log, index: first sequence number; reached: a sequence number; else 0
 * 48  u64 second  log: capacity in bytes; compacted, index: last sequence number; reached: offset;
 *                 else 0
 * 56  u64 zero
 * </pre>
 *
 * <p>Each file is written under a temporary name, synced and renamed, so a mark is complete or
 * absent. {@code reached} is written at a clean shutdown: the log must never end before that
 * record.
 *
 * <h2>Segment: log-NNNNNNNNNN.seg</h2>
 *
 * <pre>
 *  0  mark
 * 64  records, each at a multiple of 8; then zeros to the end of the file
 * </pre>
 *
 * <p>The file grows up to its capacity. It is trimmed to its records when the next segment begins
 * and at a clean shutdown. While syncs are small, it grows ahead of the records in steps of 1 to 16
 * MiB of zeros. Otherwise it grows by allocated space, which reads as zeros. If neither is left, a
 * record extends the file. The next segment begins only when all records of the previous one are
 * durable.
 *
 * <h2>Compacted segment: also log-NNNNNNNNNN.seg</h2>
 *
 * <pre>
 *  0  mark: first and second are the sequence numbers covered, including dropped records
 * 64  records, unchanged, in order, without space between them
 *  ..  run table, 16 bytes a run: u32 segment and u32 offset / 8 of the home position of its first
 *      record; u64 its offset in this file. The records of a run were originally adjacent.
 *  ..  footer, 64 bytes:
 *       0  u32 magic "AuLE"
 *       4  u32 checksum of bytes 8 to 63
 *       8  u64 offset of the table; u64 number of runs; u64 number of records
 *      32  u32 first and u32 last home segment of the records
 *      40  u32 checksum of the table; zeros to 64
 * </pre>
 *
 * <p><b>The home position of a record is its name.</b> It is the segment and offset at which the
 * record was first written. The index refers to it, and the place tag of the record proves it.
 * Compaction changes neither: it copies the bytes, and the run table maps home positions to the new
 * file. A run takes 16 bytes of memory outside the heap. Compaction therefore updates no index
 * entry, needs no recovery after a crash and computes no checksum, and a tag exposes a wrong copy.
 * A home position in no run of the file that covers its segment belongs to a dropped record.
 *
 * <h2>manifest</h2>
 *
 * <pre>
 *  0  mark
 * 64  u32 checksum of all that follows; u32 number of files; u32 number of replaced files; u32 zero
 * 80  files in log order, 32 bytes each: u32 number; u32 1 if compacted, otherwise 0; u64 first
 *      sequence number; u32 first and u32 last home segment; u32 checksum of the footer of a
 *      compacted file, otherwise 0; u32 zero
 *  ..  u32 numbers of replaced files, which may still exist
 * </pre>
 *
 * <p>The manifest is replaced atomically when a segment is added and when compaction replaces
 * segments. The start detects a listed file that is missing or different. It deletes unlisted files
 * that were replaced, that come from an unfinished compaction, or that are empty. Any other
 * unlisted file makes the store corrupt.
 *
 * <h2>Recovery</h2>
 *
 * <p>The writer syncs a group of records before it acknowledges them and before it writes the next
 * group. After a crash, therefore, only the last group is in doubt, and any of its sectors may be
 * lost. Recovery reads records while they are intact, in place and in sequence. The first other
 * record, with number s, is one of two cases:
 *
 * <ul>
 *   <li><b>Damage</b>, if there is proof that s was acknowledged: an intact later record with a
 *       {@code durable} of at least s; a later segment that begins after s; or a {@code reached}
 *       that covers s. Recovery changes nothing. The store opens read-only, serves the intact
 *       records before and after the damage, and answers each write with the place.
 *   <li><b>Never acknowledged</b>, otherwise. The log ends before s. The bytes behind it are
 *       overwritten with zeros, because they could be mistaken for a record later.
 * </ul>
 *
 * <p>Recovery rewrites and syncs the records after the last one known to be durable, before anyone
 * reads them: after a failed write, a page may look clean in the cache. Damage to the last group of
 * a killed process, after its sync and before any later write, is indistinguishable from a torn
 * tail.
 *
 * <p>Recovery begins behind the last record that the index covers. If the log seems to end before
 * that record, the store opens and takes writes, and the scrub verifies the end of the log.
 *
 * <p>A block that the device cannot read makes the recovery fail, because it could be the end of
 * the log. Other readers of the log take it for damage, see {@code io.aumbry.store.disk}.
 *
 * <p>With {@link io.aumbry.store.partition.SyncPolicy#WRITE} the rule holds for synced records.
 */
@NullMarked
package io.aumbry.store.log;

import org.jspecify.annotations.NullMarked;
