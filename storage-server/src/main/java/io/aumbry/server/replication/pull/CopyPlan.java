package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordSummary;
import java.time.Duration;
import java.util.List;

/**
 * Decides what a puller does next for a replica and a peer. It has no state and no I/O.
 *
 * <pre>
 *  Replica and peer                              Next
 *
 *  in doubt                                      no records
 *  the summaries show no missing record          the token moves to their end
 *  near, and the replica serves                  wait: a frontend may still send the records
 *  incomplete, lacks almost all, peer complete   bulk copy of the records after the token
 *  otherwise                                     the missing records, oldest first
 * </pre>
 *
 * @param state of the replica here
 * @param complete whether the replica here is complete
 * @param avoidsBulk whether a bulk copy from the peer failed a moment ago
 */
record CopyPlan(Distance distance, ReplicaState state, boolean complete, boolean avoidsBulk) {
  /** A bulk copy needs this many summaries, all of missing records. */
  static final int LEAST_SUMMARIES = 8;

  /** Longest long poll while a replica here waits for something else than records of the peer. */
  static final Duration BRIEF_POLL = Duration.ofMillis(200);

  static CopyPlan of(HostedReplica replica, Distance distance, boolean avoidsBulk) {
    return new CopyPlan(distance, replica.state(), replica.progress().isComplete(), avoidsBulk);
  }

  /** Frontends send new records to replicas that serve. A bootstrapping one lacks old records. */
  boolean awaitsFrontends() {
    return distance == Distance.NEAR && state != ReplicaState.BOOTSTRAP;
  }

  /**
   * Whether to ask for the next summaries at once.
   *
   * @param token the position after the answer
   */
  boolean goesOn(long token, Batch answer) {
    boolean isCutShort = answer.length() > 0 && answer.last() < answer.end();
    return !complete && isCutShort && token >= answer.last();
  }

  /**
   * The intervals to copy.
   *
   * @param token the position in the store of the peer
   * @param missing the records of {@code summaries} that are not here
   */
  List<Interval> intervals(
      long token, Batch summaries, List<MissingRecord> missing, ReplicationConfig config) {
    boolean isBulk =
        distance == Distance.NEAR
            && !complete
            && !avoidsBulk
            && summaries.source().complete()
            && summaries.source().bytes() > config.nearby().farBehind()
            && missing.size() >= LEAST_SUMMARIES
            && (long) missing.size() * RecordSummary.SIZE == summaries.length();
    return isBulk
        ? List.of(Interval.bulk(token, summaries.end(), config.tuning().stretchBytes()))
        : Interval.of(missing);
  }

  /**
   * The replicas of one round, and the state of the peer.
   *
   * @param skips whether a replica is left out after a failure
   * @param fits whether one pull has space for all replicas
   * @param lags whether a replica is known to be behind
   * @param undecided whether a replica is incomplete or in doubt, which other peers decide
   * @param silent whether the peer has not answered for long
   */
  record Round(boolean skips, boolean fits, boolean lags, boolean undecided, boolean silent) {
    /**
     * The time for which the peer may hold the pull. A request to a silent peer does not wait, so
     * it is never cancelled, and shows whether the peer answers.
     */
    Duration patience(Duration longPoll, Duration untilRollCall) {
      if (silent || (lags && !fits)) {
        return Duration.ZERO;
      }
      Duration most = skips || !fits || undecided ? BRIEF_POLL : longPoll;
      return untilRollCall.compareTo(most) > 0 ? most : untilRollCall;
    }
  }
}
