package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts the peers that have shown a blob which is unknown here and may have been forgotten. A
 * single peer may have been away during the delete. A write quorum was not. For one thread.
 */
final class Witnesses {
  /** More blobs are shown again by the next comparison. */
  private static final int MOST = 100_000;

  private final Map<BlobId, Set<NodeId>> seen = new HashMap<>();

  int add(BlobId id, NodeId peer) {
    if (seen.size() >= MOST) {
      seen.clear();
    }
    Set<NodeId> peers = seen.computeIfAbsent(id, _ -> new HashSet<>());
    peers.add(peer);
    return peers.size();
  }

  void forget(BlobId id) {
    seen.remove(id);
  }
}
