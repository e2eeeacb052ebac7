/**
 * Anti-entropy: the replicas of a partition compare their contents and fetch missing records. The
 * result is a time up to which all copies are proven to be there.
 *
 * <p>Replication follows logs and relies on tokens: it never again asks for a record that a token
 * covers. This package relies only on the current contents of the stores. It finds records that a
 * token covers by mistake, because of a bug or a restored disk.
 *
 * <h2>How</h2>
 *
 * Each node compares each replica that may answer for its partition with every other one in the
 * data centre. A leader is also compared with one replica in every other data centre. Each pair is
 * compared once in a period, from each side. A comparison goes from the oldest id to the youngest
 * that is older than {@code settle}. It cuts the blobs of this replica into ranges of a fixed
 * number of blobs, and asks the peer for the digests of these ranges. Where digests differ, it asks
 * for the state of each blob (see {@code io.aumbry.store.entropy}).
 *
 * <p>A difference counts when two conditions hold. It is found again {@code settle} later, for the
 * same blob and of the same kind. And nothing is under way by replication: this replica is in step
 * with the peer as of a time after the first look, and the peer has acknowledged the records that
 * were here then. Otherwise the pair stays unproven and is compared again soon.
 *
 * <p>If a difference counts and the blob is missing here, its records are fetched and appended like
 * those of replication. The merge of states decides, and no record can undo a later one. The blob
 * is then compared a third time. If it is missing at the peer, the peer fetches it: a request to
 * list its blobs shows the peer that there is a difference, and it compares soon itself.
 *
 * <h2>On demand</h2>
 *
 * A frontend sends a {@link io.aumbry.protocol.message.NodeRequest.Hint} if it read a blob from one
 * replica after another one here answered that the blob is missing or damaged. The node does not
 * trust a hint. {@link io.aumbry.server.entropy.HintedRepair} compares that blob alone, with each
 * peer in this data centre and by all the rules above, so it does nothing that the next comparison
 * would not do. If the blob was missing, the whole pair is compared soon.
 *
 * <h2>Why no deleted blob comes back</h2>
 *
 * <ul>
 *   <li>A replica that is away holds compaction back: no log drops a DELETE before all replicas
 *       that the cluster knows have acknowledged it. However long the replica was away, its peers
 *       still have the DELETE. It is in their digests. If it is older than the retention, it is in
 *       the list of entries, which is requested because the digest of the other replica still shows
 *       the blob.
 *   <li>A store that was taken out of the cluster and put back by hand may show a blob that all
 *       others have deleted and forgotten. Such a blob is unknown here, and was made longer ago
 *       than deletes are known. It is therefore fetched only when a write quorum of peers has shown
 *       it. Otherwise it is left alone, counted as doubtful and named in the log. An operator then
 *       either PUTs it again or removes the store that has it.
 *   <li>The delete of a younger blob cannot have been forgotten: a DELETE is known for longer than
 *       the blob exists.
 * </ul>
 *
 * <h2>Proofs</h2>
 *
 * A comparison that leaves no difference is a proof. Of the blobs that were made up to its start
 * less {@code settle}, both replicas had, at some time since, all that either had, with their bytes
 * and in the same state. The proof is kept for this pair of stores, and does not hold for stores
 * that replace them. It assumes that bytes are as they were written: the scrub verifies this.
 *
 * <p>A replica has all blobs of its own data centre up to the earliest of these times over all its
 * peers there. Of another data centre it has the blobs that a peer had before the two were
 * compared, as far as they are proven of that peer: {@link io.aumbry.server.entropy.Watermarks}.
 * The replica is proven up to the earliest time over all data centres, and a partition up to the
 * earliest time over all its replicas.
 *
 * <h2>PARTITION.compared, version 1, big-endian: a note beside the stores of a disk</h2>
 *
 * <pre>
 *   u32 magic 0x41755250 ("AuRP")
 *   u8  version 0x01
 *   16 bytes uuid of the store
 *   u32 number of peers, for each by name: text name of the node (u16 length in bytes, UTF-8),
 *       16 bytes uuid of its store, u64 compared and u64 proven in milliseconds since 1970, u32 blobs
 *       open here, u32 open there, u32 doubtful; u32 number of data centres of which something
 *       was proven of the peer before, for each u32 its id, u64 milliseconds
 *   u32 CRC32C of all before
 * </pre>
 *
 * A note that is missing, damaged or of another store has no effect, and all pairs are compared
 * again.
 *
 * <h2>Bounds</h2>
 *
 * A node compares one pair at a time, at a limited number of blobs a second. A request covers 4
 * ranges of about 4,096 blobs, and a list has 8,192 blobs. At most about 20,000 differences are
 * kept, and they are settled before the comparison goes on. The budget for answers is the one for
 * pulls. Up to 1,000 hints wait, each blob once, and are compared one by one.
 *
 * <p>Threads: one, and another one while there are hints; both may wait for disks. {@link
 * io.aumbry.server.entropy.CompareServer} is called on threads of requests.
 */
@NullMarked
package io.aumbry.server.entropy;

import org.jspecify.annotations.NullMarked;
