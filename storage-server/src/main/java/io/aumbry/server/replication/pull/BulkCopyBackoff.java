package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.HostedReplica;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Partitions whose bulk copy failed a moment ago. Until the entry expires, the puller requests
 * summaries first. Used by one puller's thread.
 */
final class BulkCopyBackoff {
  private static final Logger LOG = LoggerFactory.getLogger(BulkCopyBackoff.class);

  private final NodeId peer;
  private final Time time;
  private final Duration failed;
  private final Map<Integer, Deadline> until = new HashMap<>();

  BulkCopyBackoff(NodeId peer, PullerContext context) {
    this.peer = peer;
    this.time = context.environment().carrier().time();
    this.failed = context.config().tuning().avoided();
  }

  boolean has(int partition) {
    until.values().removeIf(end -> end.hasPassed(time));
    return until.containsKey(partition);
  }

  void failed(HostedReplica replica, String why) {
    until.put(replica.partition(), Deadline.after(failed, time));
    LOG.atInfo()
        .addKeyValue("peer", peer)
        .addKeyValue("partition", replica.partition())
        .log("bulk copy {}, will retry in {}", why, failed);
  }
}
