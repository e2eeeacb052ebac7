/**
 * The scrub reads all files of a store from the medium, verifies them within a bounded time at a
 * bounded rate, and records damage until it is repaired.
 *
 * <p>One thread scrubs a disk, and no request waits for it. Any thread reads the {@link
 * io.aumbry.store.scrub.Quarantine} without waiting.
 *
 * <h2>Scope</h2>
 *
 * <p>The scrub verifies for each open store: {@code store.id} and the manifest, against the values
 * in use; each durable record, by its place tag, number and checksums; mark, footer and run table
 * of compacted files; and all of each index segment. Reads bypass the page cache where the file
 * system supports it. Padding is not verified, because nothing relies on it. {@code reached} is not
 * verified either. If it is damaged, the store does not open again, and is then rebuilt from its
 * peers.
 *
 * <p>Damage counts if two reads find it. If compaction replaces a file, its successor is read. A
 * block that the device cannot read is damage like wrong bytes. The repair appends its records, so
 * it never writes to that block.
 *
 * <h2>Handling of damage</h2>
 *
 * <ul>
 *   <li>A damaged <b>record</b> goes to the quarantine with its place, and with its blob as far as
 *       header and index tell. Reads of it are answered {@code CORRUPT_RECORD}. Another PUT of the
 *       blob is appended, and the index then refers to it. Reading the peers again from their first
 *       record therefore repairs a store.
 *   <li>The damage is <b>repaired</b> (healed) when nothing can need its bytes any more. Its blobs
 *       then are in the log again with later numbers, have ended for good, or are deleted and were
 *       not found when all peers were read again. No peer may have a deleted blob, for example the
 *       leftover of a failed upload. Until then the damage is open, because an undelete needs the
 *       bytes. A replica with damaged bytes refuses an undelete.
 *   <li><b>Followers</b> of the log skip repaired damage only. A follower waits at other damage,
 *       and gets the later records from other replicas.
 *   <li><b>Compaction</b> drops repaired damage if only PUTs were lost: each lost number belongs to
 *       one of its blobs. It skips a file with other damage, and retries it after each repair.
 *   <li>Damaged <b>changes</b> (deletes and others) are in the index by their effect, but followers
 *       of the log would miss them, and a follower in another data centre has no other source.
 *       Changes from peers are therefore appended again, although they are known, unless later ones
 *       supersede them. The damage is repaired when all peers were read. The node decides when that
 *       is so, also if a peer cannot be read to its end.
 *   <li>If the <b>index has to be rebuilt</b> while a damaged place is in the log, repaired or not,
 *       the store opens as damaged and read-only, and the node replaces it.
 *   <li>A damaged <b>index</b> is deleted. The store takes no writes until it is reopened.
 *   <li>Damage to <b>other parts</b> (mark, footer, run table, manifest, {@code store.id}) is
 *       reported. The store goes on with the copies in memory. It may not open again, and is then
 *       rebuilt from its peers.
 * </ul>
 *
 * <h2>quarantine, version 1, in the folder of a store</h2>
 *
 * <pre>
 *  0  mark "AuQU", number: of entries; see {@code io.aumbry.store.log}
 * 64  u32 checksum of all that follows, then the entries:
 *       u32 segment and u32 offset / 8 of the home position of the first damaged byte; u64 length;
 *       u64 first and u64 last sequence number lost; u64 last record of the log when this was
 *       repaired, else 0; u32 number of blobs; their ids, 32 bytes each
 * </pre>
 *
 * <p>The file is replaced atomically, removed when it is empty, and written again in each round of
 * the scrub. If it is missing, the scrub or a reader finds the damage again. If it is damaged, the
 * store does not open. Damage that needs more than 256 MiB stops the store.
 *
 * <p>A log may lose its last records, although they were synced, and the next opening then gives
 * their places and numbers to others. The opening therefore forgets damage behind the end of the
 * log. Damage that was repaired by records behind the end counts again.
 *
 * <h2>scrubbed, version 1, in the folder of a disk</h2>
 *
 * <p>A mark "AuSC": number is a partition, first the next sequence number in it, second the start
 * of the round in milliseconds since 1970. Written after each file; without it a new round begins.
 */
@NullMarked
package io.aumbry.store.scrub;

import org.jspecify.annotations.NullMarked;
