package io.aumbry.server.replication;

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
 * Partitions whose records come from a peer in the plain way for a while, since a better one did
 * not work; used by one puller's thread.
 */
final class Avoided {
  private static final Logger LOG = LoggerFactory.getLogger(Avoided.class);

  private final String what;
  private final NodeId peer;
  private final Time time;
  private final Duration failed;
  private final Map<Integer, Deadline> until = new HashMap<>();

  /** Of nothing yet; {@code what} does not come, a plural as it reads in the log. */
  Avoided(String what, NodeId peer, PullerContext context) {
    this.what = what;
    this.peer = peer;
    this.time = context.surroundings().carrier().time();
    this.failed = context.config().tuning().avoided();
  }

  boolean has(int partition) {
    until.values().removeIf(end -> end.hasPassed(time));
    return until.containsKey(partition);
  }

  /** It did not work. */
  void failed(HostedReplica replica, String why) {
    until.put(replica.partition(), Deadline.after(failed, time));
    LOG.atInfo()
        .addKeyValue("peer", peer)
        .addKeyValue("partition", replica.partition())
        .log("{} {}: records come one after the other for {}", what, why, failed);
  }
}
