/**
 * The copy engine: keeps replicas in step with their peers. {@link
 * io.aumbry.server.replication.pull.Replication} runs one puller for each peer, on a virtual
 * thread. In the order of one round:
 *
 * <pre>
 *  PeerPuller            asks for summaries of the records after the tokens, or in a roll call for
 *                        tokens and ends of stores
 *  CatchUp               moves tokens over the records that are here, and waits for frontends
 *  CopyPlan              decides which intervals are copied and how; it has no I/O
 *  RecordCopy            requests these intervals, and appends their records
 *  PeerCalls, PeerLink   requests to the peer, the size of answers, and rate limits
 *  Cooldown              partitions that are skipped for a moment after a failure
 * </pre>
 */
@NullMarked
package io.aumbry.server.replication.pull;

import org.jspecify.annotations.NullMarked;
