/**
 * The replicas of this node: disk, open store, state, and progress with each peer.
 *
 * <p>Threads: requests read one immutable map, which is replaced as a whole under the lock of
 * {@link io.aumbry.server.replica.ReplicaRegistry}: by transitions on threads of the coordinator,
 * and by requests that meet a failed disk. Stores are opened, closed and removed outside that lock,
 * because this takes long.
 *
 * <h2>Notes, big-endian: small files beside the stores of a disk</h2>
 *
 * <pre>
 *  PARTITION.complete: this store was complete, and holds all records that it ever acknowledged
 *   u32 magic 0x41755243 ("AuRC")
 *   u8  version 0x01
 *   16 bytes uuid of the store
 *   u32 CRC32C of all before
 *
 *  PARTITION.tokens: positions of this store in the stores of its peers
 *   u32 magic 0x41755254 ("AuRT")
 *   u8  version 0x01
 *   16 bytes uuid of the store
 *   u64 sequence number of the last record of the store when this was written
 *   u32 number of tokens, sorted by name; for each: name of the node (u16 length in bytes, UTF-8),
 *       16 bytes uuid of the peer's store, u64 sequence number of the last record that is here,
 *       u64 name of the opening of the peer's store: milliseconds since 1970
 *   u32 CRC32C of all before
 *
 *  PARTITION.recency: when this replica was last in step with all others; see StalenessCheck
 *   u32 magic 0x41755259 ("AuRY")
 *   u8  version 0x01
 *   16 bytes uuid of the store
 *   u64 sequence number of the last record of the store when this was written; its complement while
 *       a loss of records is being noted
 *   u64 all records that any replica had accepted at this time are here, in milliseconds since 1970
 *   u64 deletes that were old enough at this time may have been forgotten; 0 for none
 *   u64 name of the last opening in which the replica became complete, or learned of a loss of
 *       records; 0 for none
 *   u8  1 if records were lost, and the replica has not become complete again since
 *   u32 CRC32C of all before
 *
 *  PARTITION.accepted: the operator accepts this store as complete and current; any content. It is
 *  removed when the store has been opened
 *
 *  PARTITION.instead: this store was created or opened while the listed disks of the node were
 *  unusable; their stores of this partition are older, and are set aside. Of two stores that name
 *  each other's disks, none is older
 *   u32 magic 0x41755249 ("AuRI")
 *   u8  version 0x01
 *   16 bytes uuid of the disk of this note
 *   u32 number of disks, for each 16 bytes uuid
 *   u32 CRC32C of all before
 *
 *  sealed: the replicas of this disk are sealed, because it is nearly full
 *   u32 magic 0x41755253 ("AuRS")
 *   u8  version 0x01
 *   16 bytes uuid of the disk
 *   u32 CRC32C of all before
 * </pre>
 *
 * A note that is missing, damaged, or of another store has no effect. Without tokens, a replica
 * pulls from the first record of each peer, and finds that it has most of them. Tokens are written
 * without a sync, after their records are durable, since old tokens do no harm. The note of
 * completeness is synced, because without it a replica waits for all of its peers. The recency note
 * is synced too, about every 10 min, before anything is forgotten by it.
 *
 * <p>Recency and tokens name the last record of the store, which was durable then. A store that
 * ends earlier is an older copy, or has lost its last records, and is not complete. A store that
 * lacks the opening named by its recency note is an older copy too. A store beside the recency note
 * of another store is not complete either: it was replaced once and put back.
 */
@NullMarked
package io.aumbry.server.replica;

import org.jspecify.annotations.NullMarked;
