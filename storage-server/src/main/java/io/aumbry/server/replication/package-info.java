/**
 * Keeps replicas in step: pulls records from peers, answers their pulls, and decides when a replica
 * is complete and when its files may go.
 *
 * <p>A frontend sends each record to all replicas of a partition, so a replica usually has the
 * records of its peers. One {@link io.aumbry.server.replication.pull.PeerPuller} for each peer node
 * sends long polls. A pull covers all shared partitions. It states the tokens of this node, which
 * acknowledge records, and asks for summaries of newer records. A record that a summary names and
 * that is missing here is usually on its way from the frontend. The puller therefore checks again
 * after 3 ms, 9 ms and so on. After the grace period it fetches the missing records, and appends
 * them.
 *
 * <p>A token moves when all records up to it are durable here. A lost or old token costs time and
 * nothing else. A record from one peer is new to the next peer that asks here, so records spread
 * even if some replicas cannot reach each other.
 *
 * <pre>
 *  Situation                                        How records arrive
 *
 *  a replica lacks some records                     summaries, then the missing records
 *
 *  an incomplete replica lacks almost all           bulk copy: records without summaries
 *
 *  the peer is in another data centre               leaders pull from leaders
 *
 *  that peer is silent                              another replica there is pulled instead
 *
 *  a store in another data centre is not pulled     version vectors and roll calls move the token
 *
 *  a store in another data centre is far ahead      newest first, if configured
 * </pre>
 *
 * <ul>
 *   <li><b>Bulk copy</b>: while an incomplete replica lacks every record that the summaries of a
 *       near peer name, {@link io.aumbry.server.replication.pull.BulkCopy} copies up to 64 MiB
 *       without summaries. A puller copies for one replica at a time, so that several peers serve
 *       several replicas.
 *   <li><b>Between data centres</b>, leaders pull from leaders, so that each record crosses once.
 *       Followers get the records from their leader. {@link
 *       io.aumbry.server.replication.pull.CrossSiteLeaders} replaces a missing leader. There is no
 *       grace period.
 *   <li><b>Silent peers</b>: a peer is silent if it answers nothing for the period of a roll call,
 *       counted from the first unanswered request ({@link
 *       io.aumbry.server.replication.pull.Reachability}). Cancelled requests do not count. It is
 *       pulled again when it answers a roll call.
 *   <li><b>Version vector</b>: an answer that reaches the end of its store states the positions of
 *       the answering replica in stores that the puller does not pull.
 *   <li><b>Roll call</b>: about every 10 s a replica exchanges tokens and the ends of stores with
 *       each replica that it does not pull. All replicas thus learn all acknowledgements, and every
 *       lag is known.
 *   <li><b>Newest first</b>: {@link io.aumbry.server.replication.pull.NewestFirst} lets a head
 *       range grow beside the token until the two meet.
 * </ul>
 *
 * <p>{@link io.aumbry.server.replication.ReplicaSafety} has the rules for complete replicas and for
 * the removal of files. {@link io.aumbry.server.replica.StalenessCheck} has the rule for replicas
 * that were away. {@link io.aumbry.server.replication.Agreements} tells compaction which records
 * all replicas have. {@code docs/proofs/replication.md} proves the rules, and {@code
 * docs/proofs/replication-statements.md} lists the statements between replicas.
 *
 * <p>Bounds: each peer gets one request at a time, and a second one while records of a peer in this
 * data centre are appended. {@link io.aumbry.server.replication.ReplicationConfig} and {@code
 * ServerConfig} bound the bytes of one answer, the bytes of all answers, the waiting pulls, and the
 * bytes per second. The last record of an answer may exceed its bound, so that a large record gets
 * through. A record that several peers have is fetched from one of them at a time, separately for
 * near and far peers, so that a slow link delays no near peer. A peer that fails is asked again
 * after 50 ms. The pause doubles up to 5 s, and half of it is random.
 *
 * <p>Threads: a puller is a virtual thread of a carrier. {@link
 * io.aumbry.server.replication.TokenSaver} has a platform thread because it waits for disks.
 * Threads of the coordinator wait for the rules.
 */
@NullMarked
package io.aumbry.server.replication;

import org.jspecify.annotations.NullMarked;
