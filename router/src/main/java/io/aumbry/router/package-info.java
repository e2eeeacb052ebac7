/**
 * Puts, gets and deletes blobs across replicas: chunks, quorums, hedges, and the memory for bodies.
 *
 * <p>{@link io.aumbry.router.ClusterRouter} runs each request as one operation object on the thread
 * of the request: {@code PutOperation} (with {@code ChunkReader}, {@code RecordPuts} and {@code
 * FarPut}), {@code GetOperation} (with {@code ReplicaRead}, {@code RecordSource} and {@code
 * ChunkedSource}), {@code DeleteOperation}, {@code KeepOperation} and {@code UndeleteOperation}
 * (with {@code RecordLook}, {@code RecordChange} and {@code ChunkChanges}). An operation sends
 * messages to nodes and takes all replies from one mailbox. The package {@code policy} decides on
 * the result.
 *
 * <p>Threads: an operation and the objects it creates belong to one thread. When a PUT is answered
 * before its last replica, the thread that brings the last reply gives back the memory of the PUT.
 * If some of its records belong to no stored blob, a thread of the same carrier waits for the
 * replies and then deletes these records. All loops share {@code Nodes}, {@code Placement}, {@code
 * BackgroundDeletes}, {@code RepairHints} and the {@link io.aumbry.protocol.budget.Budget} of
 * memory for bodies. A reader that finds a blob missing on one local replica and present on another
 * leaves it to {@code RepairHints} to tell the first one. The package {@code journal} records the
 * deletes that still wait, in case the process is killed.
 *
 * <p>Invariants: a blob id is given out only when a write quorum has every record of the blob on
 * disk, the manifest last, and other data centres have it as {@code Durability} asks. No byte is
 * passed on before its block is verified. Bytes from a client or a node are claimed in the {@link
 * io.aumbry.protocol.budget.Budget} as they arrive. No operation waits for memory while it holds
 * memory that only its own progress would free.
 *
 * <p>Quorum (3 replicas in a data centre, write quorum 2):
 *
 * <pre>
 * PUT       all writable local replicas at once. Done at 2, or at 3 of 4 while a replica moves (see
 *           Partition.writeQuorumIn). For more durability, at the same time one replica elsewhere,
 *           or 2 in each of enough data centres for a majority. Otherwise the whole record goes to
 *           another partition, once
 * GET       one replica, and a second one when the first is late; then the others in the order
 *           local, origin, elsewhere. Found at 1, unless a replica knows that this life has ended;
 *           deleted or expired at 2; not found at 2 of the origin; otherwise unavailable
 * DELETE    all local replicas at once. Done at 2 in the same life. If it is not done here and the
 *           origin is elsewhere, all replicas there
 * KEEP      (TTL update) looks at 2 local replicas, or at the origin, and then writes to these as a
 *           PUT does. A record that is not in 2 local replicas is written at the origin
 * UNDELETE  looks at all replicas, of which 2 in each data centre must answer. Then it writes as a
 *           PUT does in each data centre that has the blob, and tells 2 replicas ahead in each
 *           other one, and in one that has only a part of a blob from elsewhere
 * </pre>
 *
 * <p>Data centres: a blob is read, deleted and kept in every data centre as soon as its PUT is
 * acknowledged. A blob that has not arrived is requested from its origin, the data centre in its
 * id. A local node, or another data centre, that does not answer at all is silent until it answers
 * again. A silent one is asked together with the next in order, and only briefly waited for. An
 * unreachable data centre thus costs one request the node timeout, and later requests a fifth of
 * it. Latencies are measured for each data centre, and remote reads have hedges of their own.
 *
 * <p>Lives of a blob: an undelete begins a life, whose number the router chooses, in all replicas,
 * also in those that do not know the delete. A write quorum therefore knows an acknowledged
 * undelete, whichever replica is lost. A delete is acknowledged when a write quorum has ended the
 * same life. The later delete of a chunk names the life that it ends, and does not touch a later
 * one.
 *
 * <p>Why an acknowledged undelete holds in every data centre: a write quorum in each data centre
 * knows its life, with the blob or ahead of it, and no later merge removes it. A delete needs a
 * write quorum there, so at least one of these replicas names this life. It is then ended there, or
 * at the origin while the blob is still on its way. The replicas of a data centre that do not know
 * this life are too few to confirm "deleted". They are enough only together with such replicas of
 * another data centre, and only if no replica that has the blob answers. Chunks are not told ahead:
 * they are read in whatever state they are, and their deletes name a life.
 */
@NullMarked
package io.aumbry.router;

import org.jspecify.annotations.NullMarked;
