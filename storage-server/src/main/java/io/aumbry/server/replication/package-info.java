/**
 * Keeps replicas in step, and decides when a replica is complete and when its files may go.
 *
 * <p>A frontend sends each record to all replicas of a partition, so a replica usually has the
 * records of its peers. One {@link io.aumbry.server.replication.pull.PeerPuller} for each peer node
 * sends long polls for all shared partitions. A pull states the tokens of this node, which
 * acknowledge records, and asks for summaries of newer ones. A missing record is usually on its way
 * from the frontend, so the puller checks again after 3 ms, 9 ms and so on. After the grace period
 * it fetches the record.
 *
 * <p>A pull and its answer name only the partitions that have changed since the last {@link
 * io.aumbry.server.replication.PullExchange}, so that idle partitions cost nearly nothing.
 *
 * <p>A token moves when all records up to it are durable here. A lost or old token costs time and
 * nothing else. Records from one peer are passed on to the next, so they spread even if some
 * replicas cannot reach each other.
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
 * </pre>
 *
 * <ul>
 *   <li><b>Bulk copy</b>: {@link io.aumbry.server.replication.pull.CopyPlan} chooses up to 64 MiB
 *       at a time from a near peer, for one replica of a puller at a time, so that several peers
 *       serve several replicas.
 *   <li><b>Between data centres</b>, leaders pull from leaders without a grace period, so that each
 *       record crosses once. {@link io.aumbry.server.replication.pull.CrossSiteLeaders} replaces a
 *       missing leader.
 *   <li>A peer is <b>silent</b> if it answers nothing for the period of a roll call, counted from
 *       the first unanswered request ({@link io.aumbry.server.replication.pull.Reachability}).
 *       Cancelled requests do not count. It is pulled again when it answers a roll call.
 *   <li>A <b>version vector</b>, in an answer that reaches the end of its store, states the
 *       positions of the answering replica in stores that the puller does not pull.
 *   <li>A <b>roll call</b>, about every 10 s, exchanges tokens and the ends of stores with each
 *       replica that is not pulled, so that all acknowledgements and lags are known.
 * </ul>
 *
 * <p>{@link io.aumbry.server.replication.ReplicaSafety} has the rules for complete replicas and for
 * the removal of files, {@link io.aumbry.server.replica.StalenessCheck} the rule for replicas that
 * were away. {@link io.aumbry.server.replication.Agreements} tells compaction which records all
 * replicas have. {@code docs/proofs/replication.md} has the proofs, and {@code
 * docs/proofs/replication-statements.md} the statements between replicas.
 *
 * <p>Bounds: each peer gets one request at a time, and a second one while records of a near peer
 * are appended. {@link io.aumbry.server.replication.ReplicationConfig} and {@code ServerConfig}
 * bound the bytes of one answer and of all answers, the waiting pulls, and the bytes per second.
 * The last record of an answer may exceed its bound. A record that several peers have is fetched
 * from one of them, separately for near and far peers, so that a slow link delays no near peer. A
 * peer that fails is asked again after 50 ms; the pause doubles up to 5 s, and half of it is
 * random.
 *
 * <p>Threads: a puller is a virtual thread of a carrier. A worker saves tokens, because that waits
 * for disks. Threads of the coordinator wait for the rules.
 */
@NullMarked
package io.aumbry.server.replication;

import org.jspecify.annotations.NullMarked;
