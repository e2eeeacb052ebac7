package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Who has shown blobs that are not known here and may have been forgotten. One alone may have been
 * away while a blob was deleted, and all others have forgotten that; as many as a write quorum were
 * not. One thread.
 */
final class Witnesses {
  /** Others are seen again by the next comparison. */
  private static final int MOST = 100_000;

  private final Map<BlobId, Set<NodeId>> seen = new HashMap<>();

  /** Takes note of one more; answers how many there are. */
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
