/**
 * Anti-entropy: compares the contents of replicas, fetches missing records, and proves up to which
 * time all copies exist.
 *
 * <p>Replication relies on tokens, and never asks again for a record that a token covers. This
 * package relies only on the contents of stores. It finds records that a token covers by mistake,
 * after a bug or a restored disk.
 *
 * <h2>Comparison</h2>
 *
 * Each complete replica is compared once in a period with every other one in its data centre, from
 * each side. A leader is also compared with one replica in every other data centre. A comparison
 * goes from the oldest id to the youngest that is older than {@code settle}. It divides the blobs
 * of this replica into ranges of equal count, and asks the peer for their digests. Where digests
 * differ, it asks for the state of each blob (see {@code io.aumbry.store.entropy}).
 *
 * <p>A difference counts if it is found again {@code settle} later, for the same blob and of the
 * same kind, and if replication has nothing in progress. For that, this replica must be in step
 * with the peer as of a time after the first check, and the peer must have acknowledged the records
 * that were here then. Otherwise the pair stays unproven and is compared again soon.
 *
 * <p>If the blob is missing here, its records are fetched and appended. The merge of states
 * decides, so no record can undo a later one. The blob is then compared a third time. If it is
 * missing at the peer, the peer fetches it: a request for the list of its blobs shows the peer that
 * there is a difference, and it compares soon itself.
 *
 * <p>A frontend sends a {@link io.aumbry.protocol.message.NodeRequest.Hint} if one replica returned
 * a blob that another one did not have or had damaged. The node does not trust the hint. {@link
 * io.aumbry.server.entropy.HintedRepair} compares the blob with each peer in this data centre, by
 * the rules above. If it was missing, the whole pair is compared soon.
 *
 * <h2>Deleted blobs do not come back</h2>
 *
 * {@code docs/proofs/anti-entropy.md} has the proof, and the meaning of {@link
 * io.aumbry.server.entropy.Watermarks}. An unknown blob that was created longer ago than deletes
 * are known is fetched only if a write quorum of peers has shown it. Otherwise it is left alone,
 * counted as doubtful, and named in the log. An operator then either PUTs it again or removes the
 * store that has it.
 *
 * <h2>PARTITION.compared, version 1, big-endian: a note beside the stores of a disk</h2>
 *
 * <pre>
 *   u32 magic 0x41755250 ("AuRP")
 *   u8  version 0x01
 *   16 bytes uuid of the store
 *   u32 number of peers, sorted by name; for each: name of the node (u16 length in bytes, UTF-8),
 *       16 bytes uuid of its store, u64 compared and u64 proven in milliseconds since 1970,
 *       u32 blobs open here, u32 open there, u32 doubtful;
 *       u32 number of watermarks, for each u32 data centre, u64 milliseconds since 1970
 *   u32 CRC32C of all before
 * </pre>
 *
 * A note that is missing, damaged or of another store has no effect, and all pairs are compared
 * again.
 *
 * <h2>Bounds and threads</h2>
 *
 * A node compares one pair at a time, at a limited number of blobs per second. A request covers 4
 * ranges of about 4,096 blobs, and a list has 8,192 blobs. At most about 20,000 differences are
 * kept, and they are settled before the comparison continues. Answers share the budget of pulls. Up
 * to 1,000 hints wait, each blob once.
 *
 * <p>Comparisons have one worker, and hints another one. Both may wait for disks. {@link
 * io.aumbry.server.entropy.CompareServer} runs on threads of requests.
 */
@NullMarked
package io.aumbry.server.entropy;

import org.jspecify.annotations.NullMarked;
