package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.HostedReplica;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Partitions that one puller skips for a moment, because records of the peer could not be appended
 * or read, and partitions without bulk copies for a while. Used by one puller's thread.
 */
final class Cooldown {
  private static final Logger LOG = LoggerFactory.getLogger(Cooldown.class);
  private static final Duration REST = Duration.ofSeconds(1);
  private static final Duration LEFT_OUT = Duration.ofMillis(200);

  private final NodeId peer;
  private final PullerContext context;
  private final Map<Integer, Deadline> resting = new HashMap<>();
  private final Map<Integer, Deadline> withoutBulk = new HashMap<>();

  Cooldown(NodeId peer, PullerContext context) {
    this.peer = peer;
    this.context = context;
  }

  boolean has(int partition) {
    return has(resting, partition);
  }

  boolean hasBulk(int partition) {
    return has(withoutBulk, partition);
  }

  private boolean has(Map<Integer, Deadline> until, int partition) {
    until.values().removeIf(end -> end.hasPassed(time()));
    return until.containsKey(partition);
  }

  /** The replica fails if its disk failed or it is outdated. */
  void add(HostedReplica replica, AumbryException cause) {
    if (cause.code() == ErrorCode.DISK_FAILED || cause.code() == ErrorCode.REPLICA_OUTDATED) {
      context.registry().fail(replica, cause);
    }
    resting.put(replica.partition(), Deadline.after(REST, time()));
    LOG.atWarn()
        .addKeyValue("partition", replica.partition())
        .addKeyValue("peer", peer)
        .addKeyValue("code", cause.code())
        .log("records of a peer not appended, will retry in {}: {}", REST, cause.getMessage());
  }

  /**
   * The peer had news, but left the partition out. It cannot read it now, or does not have it yet,
   * and would leave it out again at once.
   */
  void addLeftOut(int partition) {
    resting.put(partition, Deadline.after(LEFT_OUT, time()));
  }

  /** A bulk copy failed. For a while, the puller requests the records that summaries name. */
  void addBulk(HostedReplica replica, String why) {
    Duration pause = context.config().tuning().avoided();
    withoutBulk.put(replica.partition(), Deadline.after(pause, time()));
    LOG.atInfo()
        .addKeyValue("partition", replica.partition())
        .addKeyValue("peer", peer)
        .log("bulk copy {}, will retry in {}", why, pause);
  }

  private Time time() {
    return context.environment().carrier().time();
  }
}
