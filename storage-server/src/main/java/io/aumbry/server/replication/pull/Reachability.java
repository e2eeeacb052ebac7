package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks which peers answer this node, independent of the view: a live peer may be unreachable from
 * here alone. Any thread may call it.
 */
final class Reachability {
  private static final Logger LOG = LoggerFactory.getLogger(Reachability.class);

  private final Duration span;
  private final Time time;
  private final Runnable changed;

  /** Monotonic time of the first unanswered request, by peer. */
  private final Map<NodeId, Long> unanswered = new ConcurrentHashMap<>();

  private final Set<NodeId> lost = ConcurrentHashMap.newKeySet();

  /**
   * @param span a peer that answers nothing for this long counts as lost
   * @param changed runs when a peer is lost or found again
   */
  Reachability(Duration span, Time time, Runnable changed) {
    this.span = span;
    this.time = time;
    this.changed = changed;
  }

  void answered(NodeId peer) {
    unanswered.remove(peer);
    if (lost.remove(peer)) {
      LOG.atInfo().addKeyValue("peer", peer).log("a lost peer answers again");
      changed.run();
    }
  }

  /** The peer did not answer a request that was sent at {@code askedNanos}. */
  void unanswered(NodeId peer, long askedNanos) {
    long since = unanswered.computeIfAbsent(peer, _ -> askedNanos);
    if (time.monotonicNanos() - since >= span.toNanos() && lost.add(peer)) {
      LOG.atInfo()
          .addKeyValue("peer", peer)
          .log("a peer does not answer; pulling other replicas of its data centre");
      changed.run();
    }
  }

  void forget(NodeId peer) {
    unanswered.remove(peer);
    lost.remove(peer);
  }

  boolean isLost(NodeId peer) {
    return lost.contains(peer);
  }
}
