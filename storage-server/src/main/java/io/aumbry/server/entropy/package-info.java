/**
 * Anti-entropy: replicas of a partition compare what they hold, get what they lack, and so it is
 * known at any time up to when all copies are proven to be there.
 *
 * <p>Replication follows logs and relies on tokens: what a token says to be here is never asked for
 * again. This package relies on nothing but what the stores hold now. It finds what a token, a bug
 * or a restored disk has made one believe.
 *
 * <h2>How</h2>
 *
 * Each node compares each replica that may answer for its partition with each other one in the data
 * centre, and the one that leads with one in every other data centre, each pair once in a period,
 * so that both replicas of a pair look. It goes from the oldest id to the youngest that is older
 * than {@code settle}, cuts ranges of so many blobs that it has, and asks for their digests; where
 * they differ, for what is known of each blob (see {@code io.aumbry.store.entropy}).
 *
 * <p>A difference counts when it is there again, for the same blob and of the same kind, {@code
 * settle} later, and replication says that nothing is under way: this replica is in step with the
 * peer as of after the first look, and the peer has acknowledged what was here then. Else the pair
 * stays unproven and is compared again soon. What counts and is lacking here is fetched as records
 * and appended like those of replication, so the merge decides, and no record can undo a later one.
 * Then it is looked at a third time. What is lacking there is for the peer to get: whoever is asked
 * to list its blobs knows that somebody differs, and compares soon itself.
 *
 * <h2>On demand</h2>
 *
 * A frontend that read a blob from one replica after another one here said that it has not got it,
 * or damaged, sends a {@link io.aumbry.protocol.message.NodeRequest.Hint}. It is believed of
 * nobody: {@link io.aumbry.server.entropy.HintedRepair} compares that blob alone, with each peer in
 * this data centre and by all that is said here, and so can do nothing that the next comparison
 * would not. Where something was lacking the pair is compared whole, soon.
 *
 * <h2>Why no deleted blob comes back</h2>
 *
 * <ul>
 *   <li>A replica that is away holds compaction back: no DELETE goes from any log before all
 *       replicas that the cluster knows have acknowledged it. However long it was away, the DELETE
 *       is still there, in each digest or, when it is older than the retention, in the list of
 *       entries that is asked for since the digest of the one that lacks it shows the blob.
 *   <li>A store that was taken out of the cluster and put back by hand may show a blob that all
 *       others have deleted and forgotten. A blob of which nothing is known here, and that was made
 *       longer ago than deletes are known, is therefore fetched only when a write quorum of peers
 *       have shown it; else it is left, counted as doubtful and named in the log. For people to
 *       say: PUT it anew, or remove the store that has it.
 *   <li>Younger ones cannot have been forgotten: a DELETE is known for longer than they exist.
 * </ul>
 *
 * <h2>What is proven</h2>
 *
 * When a comparison found nothing that is left: of the blobs that were made up to its start less
 * {@code settle}, both had all that either had, with their bytes, and said the same of each, at
 * some time since. That is kept with the peer's store and this one, and says nothing of other
 * stores that come in their place. Bytes are taken to be those that were written: that is for the
 * scrub.
 *
 * <p>A replica has all blobs of its own data centre up to the earliest of these times over all its
 * peers there. Of another one it has what a peer had of it before the two were compared, by what is
 * proven of that peer: {@link io.aumbry.server.entropy.Watermarks}. It is proven up to the earliest
 * over all data centres, and a partition up to the earliest of all its replicas.
 *
 * <h2>PARTITION.compared, version 2, big-endian: a note beside the stores of a disk</h2>
 *
 * <pre>
 *   u32 magic 0x41755250 ("AuRP")
 *   u8  version 0x02
 *   16 bytes uuid of the store
 *   u32 number of peers, for each by name: text name of the node (u16 length in bytes, UTF-8),
 *       16 bytes uuid of its store, u64 compared and u64 proven in milliseconds since 1970, u32 blobs
 *       open here, u32 open there, u32 doubtful; u32 number of data centres of which something
 *       was proven of the peer before, for each u32 its id, u64 milliseconds
 *   u32 CRC32C of all before
 * </pre>
 *
 * One that is missing, damaged or of another store says nothing, and all is compared anew.
 *
 * <h2>Bounds</h2>
 *
 * One pair at a time on a node, so many blobs a second; 4 ranges of some 4,096 blobs in one
 * request, 8,192 blobs in one list, some 20,000 differences in mind, which are settled before more
 * are looked for. Answers are held in the same budget as those to pulls. Hints: 1,000 noted, each
 * blob once, compared one by one.
 *
 * <p>Threads: one, and one while there are hints, which may wait for disks. {@link
 * io.aumbry.server.entropy.CompareServer} is called on threads of requests.
 */
@NullMarked
package io.aumbry.server.entropy;

import org.jspecify.annotations.NullMarked;
