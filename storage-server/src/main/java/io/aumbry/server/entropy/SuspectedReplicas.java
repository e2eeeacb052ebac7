package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.NodeId;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Replicas that may differ, as others have said; any thread. */
public final class SuspectedReplicas {
  /** More are found again by the next comparison of all. */
  private static final int MOST = 10_000;

  private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();

  /**
   * A replica of this node and the peer whose replica of the same partition it is compared with.
   */
  record Pair(int partition, NodeId peer) {}

  /** The replica of {@code peer} seems to be another one than that here. */
  public void add(int partition, NodeId peer) {
    if (pairs.size() < MOST) {
      pairs.add(new Pair(partition, peer));
    }
  }

  boolean isDoubtful(Pair pair) {
    return pairs.contains(pair);
  }

  /** It is being looked at: what is said from now on counts anew; answers whether it was said. */
  boolean settle(Pair pair) {
    return pairs.remove(pair);
  }
}
