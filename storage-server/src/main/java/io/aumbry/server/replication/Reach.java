package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which peers answer this node, whatever the view says of them: one may be fine, and out of reach
 * from here alone. Any thread.
 */
final class Reach {
  private static final Logger LOG = LoggerFactory.getLogger(Reach.class);

  private final Duration span;
  private final Time time;
  private final Runnable changed;

  /** Since when nothing is answered. */
  private final Map<NodeId, Long> unanswered = new ConcurrentHashMap<>();

  private final Set<NodeId> lost = ConcurrentHashMap.newKeySet();

  /**
   * @param span in which a peer that is asked answers once at least
   * @param changed told when a peer is lost, or found again
   */
  Reach(Duration span, Time time, Runnable changed) {
    this.span = span;
    this.time = time;
    this.changed = changed;
  }

  void answered(NodeId peer) {
    unanswered.remove(peer);
    if (lost.remove(peer)) {
      LOG.atInfo().addKeyValue("peer", peer).log("a peer that could not be reached answers again");
      changed.run();
    }
  }

  /** The peer did not answer what it was asked at that time, and will not. */
  void unanswered(NodeId peer, long askedNanos) {
    long since = unanswered.computeIfAbsent(peer, _ -> askedNanos);
    if (time.monotonicNanos() - since >= span.toNanos() && lost.add(peer)) {
      LOG.atInfo()
          .addKeyValue("peer", peer)
          .log("a peer cannot be reached; others of its data centre are pulled instead");
      changed.run();
    }
  }

  /** Nobody asks it any more. */
  void forget(NodeId peer) {
    unanswered.remove(peer);
    lost.remove(peer);
  }

  boolean isLost(NodeId peer) {
    return lost.contains(peer);
  }
}
