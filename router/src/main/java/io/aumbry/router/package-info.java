/**
 * Puts, gets and deletes blobs across replicas: chunks, quorums, hedges, and the memory for bodies.
 *
 * <p>{@link io.aumbry.router.operation.ClusterRouter} runs each request as an operation object on
 * the thread of the request: {@code PutOperation} (with {@code ChunkReader}, {@code RecordPuts},
 * {@code UploadIds} and {@code RemotePut}), {@code GetOperation} (with {@code ReplicaRead}, {@code
 * RecordSource} and {@code ChunkedSource}), {@code DeleteOperation}, {@code TtlUpdateOperation} and
 * {@code UndeleteOperation} (with {@code StateQuery} and {@code RecordChange}). An operation takes
 * all replies from one mailbox, and the package {@code policy} decides on the result.
 *
 * <p>Threads: an operation and its objects belong to one thread. If a PUT is answered before its
 * last replica, the thread that brings the last reply frees the memory of the PUT. A background
 * thread waits for the replies of a PUT with records to delete. All loops share {@code
 * StorageNodes}, {@code Placement}, {@code BackgroundDeletes}, {@code RepairHints} and the {@link
 * io.aumbry.protocol.budget.Budget} of memory for bodies. A frontend keeps no state on disk.
 *
 * <p>Invariants: a blob id is given out only when a write quorum has acknowledged every record of
 * the blob, the manifest last, and other data centres have it as {@code DurabilityLevel} asks. No
 * byte is passed on before its block is verified. Bytes are claimed in the budget as they arrive.
 * No operation waits for memory while it holds memory that only its own progress would free.
 *
 * <p>Quorum (3 replicas in a data centre, write quorum 2):
 *
 * <pre>
 * PUT       all writable local replicas at once. Done at 2, or at 3 of 4 while a replica moves (see
 *           Partition.writeQuorumIn). Higher durability: at the same time one replica elsewhere, or 2
 *           in each of enough data centres for a majority. On failure the record goes to another
 *           partition, once.
 * GET       one replica, and a second one when the first is late; then the others in the order
 *           local, origin, elsewhere. Found at 1, unless this life is known to be deleted.
 *           Deleted or expired at 2. Not found at 2 of the origin. Otherwise unavailable.
 * DELETE    all local replicas at once. Done at 2 in the same life. If it is not done here and the
 *           origin is elsewhere, all replicas there.
 * TTL       looks at 2 local replicas, or at the origin, then writes to these as a PUT
 *           does. A record that is not in 2 local replicas is written at the origin.
 * UNDELETE  looks at all replicas; 2 in each data centre must answer. Then it writes as a PUT does in
 *           each data centre that has the blob, and tells 2 replicas ahead in each that lacks the
 *           blob or parts of it.
 * </pre>
 *
 * <p>Data centres: every data centre serves a blob once its PUT is acknowledged. A blob that has
 * not arrived is requested from its origin, the data centre in its id. A local node or another data
 * centre that does not answer counts as silent until it answers again. A silent replica is asked
 * together with the next in order. An unreachable data centre costs one request the node timeout,
 * and later requests a fifth of it.
 *
 * <p>Lives: an undelete begins a life in all replicas, even in replicas that do not know the
 * delete. A write quorum thus knows an acknowledged undelete, whichever replica is lost. A delete
 * is acknowledged when a write quorum has ended the same life. Chunks have no lives: storage nodes
 * delete them when their manifest has ended for good. docs/proofs/undelete.md shows why an
 * acknowledged undelete holds in every data centre.
 */
@NullMarked
package io.aumbry.router;

import org.jspecify.annotations.NullMarked;
