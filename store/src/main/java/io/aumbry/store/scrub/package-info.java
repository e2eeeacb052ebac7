/**
 * The scrub: what is in the files of stores is read again from the medium, at a bounded rate and in
 * a bounded time, and proved; what is found damaged is noted until it is repaired.
 *
 * <p>Threads: one at a time scrubs a disk, and no request waits for it. {@link
 * io.aumbry.store.scrub.Quarantine} is asked by any thread, and never waits.
 *
 * <h2>What is proved</h2>
 *
 * Of each open store: {@code store.id} and the manifest against what was read when it was opened;
 * each record of each file of the log up to the last durable one, by its place tag, its number and
 * the checksums of its header and content; mark, footer and table of compacted files; header,
 * tables and pages of each segment of the index. Reads go past the page cache where the file system
 * lets them. Not proved, since nothing relies on it: the zeros that pad a record or follow the last
 * one, and {@code reached}, which counts at a start only.
 *
 * <p>What seems damaged is read a second time, and counts when it is damaged in both. A file under
 * which compaction replaces another is read as the log has it by then.
 *
 * <h2>What becomes of damage</h2>
 *
 * <ul>
 *   <li>A <b>record</b> is put into quarantine: its place, and its blob if that can be told, by
 *       what is left of its header and the index, or by going through the index. Reads of it are
 *       answered {@code CORRUPT_RECORD}, as all that fails a checksum; another PUT of the blob, of
 *       a client or a replica, is not taken for one that is here already and is appended, and the
 *       index then names that one. So a store is repaired by asking its peers once more from their
 *       first record on. The damage is <b>healed</b> when the index names no place in it of a blob
 *       that is alive. The records of its blobs then are in the log once more, with later numbers,
 *       or are deleted, or so long over that no replica is sent them any more. Nobody may have what
 *       is deleted, as what is left of an upload that failed; its bytes are asked for all the same,
 *       and an undelete makes the damage count again.
 *   <li>Who follows the log passes over healed damage, and over no other: until it is healed a
 *       follower that has not yet come so far waits, and gets from others what is behind.
 *   <li><b>Compaction</b> drops healed damage of which it is certain that nothing but PUTs was lost
 *       there: each lost number is that of one of its blobs. It is then forgotten here too. A file
 *       with other damage is not compacted; it is tried again each time that damage was healed.
 *   <li>Damaged <b>changes</b> (deletes and such) are in the index by their effect, but who follows
 *       the log would never hear of them, and in another data centre nobody follows any other. So
 *       where changes may be lost, those that peers are asked for once more are appended once more,
 *       each once, though they are known, unless the blob's other changes say all of it; the damage
 *       is healed when all peers were asked. Should the index have to be made again from the log,
 *       the store opens as damaged, for reading only: the node then gives it up.
 *   <li>The <b>index</b>: its files go, and the store takes no writes until it was opened again.
 *   <li>What else a <b>file</b> has, its mark, footer or table, the manifest or {@code store.id}:
 *       it is reported. The store goes on, since it has all that in memory; it may not open again,
 *       and is then made anew from its peers.
 * </ul>
 *
 * <h2>quarantine, version 1, in the folder of a store</h2>
 *
 * <pre>
 *  0  mark "AuQU", number: of entries; see {@code io.aumbry.store.log}
 * 64  u32 checksum of all that follows, then the entries:
 *       u32 segment and u32 offset / 8 where the first damaged byte was first written; u64 length;
 *       u64 first and u64 last sequence number lost; u32 1 if healed, else 0;
 *       u32 number of blobs; their ids, 32 bytes each
 * </pre>
 *
 * It is replaced whole, and removed when it has nothing. Where it is missing or damaged, damage is
 * found again by the next who reads it.
 *
 * <h2>scrubbed, version 1, in the folder of a disk</h2>
 *
 * A mark "AuSC": number is a partition, first the sequence number in it with which to go on, second
 * when the round began, in milliseconds since 1970. Written when a file is done; if it is lost the
 * round begins again.
 */
@NullMarked
package io.aumbry.store.scrub;

import org.jspecify.annotations.NullMarked;
