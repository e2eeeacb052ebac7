package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.NodeId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Pairs of replicas that may differ, as reported by peers. Any thread may call it. */
public final class SuspectedReplicas {
  /** More pairs are dropped: the periodic comparison finds them again. */
  private static final int MOST = 10_000;

  private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();

  /** A replica of this node and the peer that it is compared with. */
  record Pair(int partition, NodeId peer) {}

  public void add(int partition, NodeId peer) {
    if (pairs.size() < MOST) {
      pairs.add(new Pair(partition, peer));
    }
  }

  boolean isDoubtful(Pair pair) {
    return pairs.contains(pair);
  }

  /**
   * Clears a doubt before its comparison begins; later reports count again. Returns whether it was
   * set.
   */
  boolean settle(Pair pair) {
    return pairs.remove(pair);
  }
}
