/**
 * The replicas of this node: the disk, the open store and the state of each, and its progress with
 * each peer.
 *
 * <p>Threads: requests read one immutable map, which is replaced as a whole. Transitions on threads
 * of the coordinator, and a disk that fails under a request, change it through the lock of {@link
 * io.aumbry.server.replica.ReplicaRegistry}. Stores are opened, closed and removed outside that
 * lock, because this takes long.
 *
 * <h2>Notes, big-endian: small files beside the stores of a disk</h2>
 *
 * <pre>
 *  PARTITION.complete: this store has been complete, so that it holds all it ever acknowledged
 *   u32 magic 0x41755243 ("AuRC")
 *   u8  version 0x01
 *   16 bytes uuid of the store
 *   u32 CRC32C of all before
 *
 *  PARTITION.tokens: how far this store has the records of its peers
 *   u32 magic 0x41755254 ("AuRT")
 *   u8  version 0x01
 *   16 bytes uuid of the store
 *   u64 sequence number of the last record of the store when this was written
 *   u32 number of tokens, for each by name: text name of the node (u16 length in bytes, UTF-8),
 *       16 bytes uuid of the peer's store, u64 sequence number of the last record that is here,
 *       u64 when the peer's store was opened under which it was, in milliseconds since 1970
 *   u32 CRC32C of all before
 *
 *  PARTITION.recency: when this replica was last known to be in step with all others; see Recency
 *   u32 magic 0x41755259 ("AuRY")
 *   u8  version 0x01
 *   16 bytes uuid of the store
 *   u64 sequence number of the last record of the store when this was written
 *   u64 all that any replica had accepted at this time is here, in milliseconds since 1970
 *   u64 deletes that were old enough at this time may have been forgotten; 0 for none
 *   u64 sequence number behind which records were lost once; 2^63 - 1 for none
 *   u32 CRC32C of all before
 *
 *  PARTITION.instead: the store of this partition on this disk was made when other disks of the
 *  node could not be used; what they have of it is older, and is set aside when they are back
 *   u32 magic 0x41755249 ("AuRI")
 *   u8  version 0x01
 *   16 bytes uuid of the disk that the note is on
 *   u32 number of disks, for each 16 bytes uuid
 *   u32 CRC32C of all before
 *
 *  sealed: the replicas of this disk are sealed, since it is nearly full
 *   u32 magic 0x41755253 ("AuRS")
 *   u8  version 0x01
 *   16 bytes uuid of the disk
 *   u32 CRC32C of all before
 * </pre>
 *
 * A note that is missing, damaged, or names another store has no effect. Without tokens, a replica
 * catches up with its peers from their first record on, and has most of the records already. Old
 * tokens do no harm. Tokens are therefore written without a sync, after the records that they name
 * are durable. The note that a store is complete is synced, because without it a replica waits for
 * all of its peers. The note of its recency is synced too, about every 10 min, before anything is
 * forgotten by it.
 *
 * <p>Recency and tokens name the last record of the store, which was durable then. A store that
 * ends earlier is an older copy, or has lost its last records, and is not complete any more. The
 * same applies to a store beside the recency of another one: it was replaced once and put back.
 */
@NullMarked
package io.aumbry.server.replica;

import org.jspecify.annotations.NullMarked;
