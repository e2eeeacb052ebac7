/**
 * Put, get and delete across replicas: chunks, quorums, hedges, and the memory for all of it.
 *
 * <p>A request comes in through {@link io.aumbry.router.ClusterRouter} and is one operation object,
 * straight-line code on the request's own thread: {@code PutOperation} (over {@code ChunkReader},
 * {@code RecordPuts} and {@code FarPut}), {@code GetOperation} (over {@code ReplicaRead}, {@code
 * RecordSource} and {@code ChunkedSource}), {@code DeleteOperation}, {@code KeepOperation} and
 * {@code UndeleteOperation} (over {@code RecordLook}, {@code RecordChange} and {@code
 * ChunkChanges}). An operation sends to nodes and takes all replies from one mailbox; what they add
 * up to is decided in {@code policy}.
 *
 * <p>Threads: an operation and the objects it creates belong to one thread. When a PUT is answered
 * before its last replica, the thread that brings the last reply gives back the memory of the PUT.
 * If some of its records belong to no stored blob, a thread of the same carrier waits for the
 * replies and then deletes these records. {@code Nodes}, {@code Placement}, {@code
 * BackgroundDeletes} and the {@link io.aumbry.protocol.budget.Budget} of memory for bodies are
 * shared by all loops. So are {@code RepairHints}: who reads a blob that another replica here said
 * to lack leaves that to them, and they tell it, when and if they can. What the background still
 * has to delete is noted, should the process be killed, as the {@code journal} package describes.
 *
 * <p>Invariants: a blob id is given out only when a write quorum has every record of the blob on
 * disk, and other data centres have it as {@code Durability} asks, the manifest last. No byte is
 * handed on before its block has proved right. What is read from a client or asked of a node is
 * claimed in the {@link io.aumbry.protocol.budget.Budget} as it arrives; nobody waits for room
 * while holding room that only its own progress would free.
 *
 * <p>Quorum (3 replicas in a data centre, write quorum 2):
 *
 * <pre>
 * PUT     all writable local replicas at once; done at 2, or at 3 of the 4 that there are while one
 *         moves (Partition.writeQuorumIn says why); at the same time, for more durability, one
 *         replica elsewhere, or 2 in each of as many data centres as make most of them; else whole
 *         to another partition, once
 * GET     one replica, a second when the first is late; then on: local, where it was made, others;
 *         found at 1, unless one knows that that life has ended; deleted or expired at 2; not found
 *         at 2 of where it was made; else unavailable
 * DELETE  all local replicas at once; done at 2 in the same life; when not done here and made
 *         elsewhere, all there
 * KEEP    (TTL update) looks at 2 local replicas, or where it was made; then as PUT, to those; each
 *         record that is not in 2 replicas here, where it was made
 * UNDELETE  looks at all replicas everywhere, 2 in each data centre must answer; then as PUT, in
 *         each data centre that has the blob; then 2 in each other one are told ahead of it, and
 *         in one elsewhere than where it was made that has it in part only
 * </pre>
 *
 * <p>Data centres: a blob is read, deleted and kept wherever it was made, from the moment that its
 * PUT was acknowledged: what is not here yet is asked of the data centre in its id. Who did not
 * answer at all is silent: a node here, a whole data centre elsewhere, until it answers again.
 * Whatever is silent is asked together with the next in order and waited for only briefly, so that
 * a data centre that cannot be reached costs one request the node timeout and those after it a
 * fifth of that. Each data centre's latencies are measured by themselves, and reads that go far
 * have hedges of their own.
 *
 * <p>How a blob's lives go on: an undelete begins one life, whose number the router chooses, in all
 * replicas, also in those that have not heard of the delete; so an acknowledged undelete is known
 * to a write quorum, whichever replica is lost. A delete is acknowledged when a write quorum has
 * ended the same life. The delete of a chunk, which comes later, names the life that it ends and
 * leaves a later one alone.
 *
 * <p>Why an acknowledged undelete holds in every data centre: a write quorum in each knows the life
 * that it began, by the blob itself or ahead of it, and no merge of what comes later undoes that. A
 * delete there takes a write quorum, so one of it names that life, which is then ended there, or at
 * the origin while the blob is still coming. And those of a data centre that do not know of that
 * life are fewer than it takes to confirm "deleted"; only together with such in another data
 * centre, and when no other replica answers that has the blob, they are enough. Chunks are not told
 * ahead: they are read whatever has become of them, and their deletes name a life.
 */
@NullMarked
package io.aumbry.router;

import org.jspecify.annotations.NullMarked;
