package io.aumbry.router.policy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which replicas had not acknowledged the end of a blob when that was answered: asked last, and not
 * believed, so that whoever deletes a blob and then asks here for it does not get it from the one
 * that has not heard yet. Those of the last minute or so are known, up to a bound. Shared by all
 * loops.
 */
public final class Stragglers {
  private final int most;
  private final long spanNanos;
  private final Map<BlobId, Late> byBlob = new ConcurrentHashMap<>();

  /** Oldest first; guarded by this. */
  private final Deque<Late> oldest = new ArrayDeque<>();

  private record Late(BlobId id, Set<NodeId> nodes, long untilNanos) {}

  /**
   * @param most blobs of which this is known
   * @param span in which a replica that can be reached hears of it, by replication if not before
   */
  public Stragglers(int most, Duration span) {
    this.most = most;
    this.spanNanos = span.toNanos();
  }

  public synchronized void add(BlobId id, Set<NodeId> nodes, long nowNanos) {
    while (!oldest.isEmpty()
        && (oldest.size() >= most || nowNanos - oldest.getFirst().untilNanos() >= 0)) {
      Late forgotten = oldest.removeFirst();
      byBlob.remove(forgotten.id(), forgotten);
    }
    Late late = new Late(id, Set.copyOf(nodes), nowNanos + spanNanos);
    oldest.addLast(late);
    byBlob.put(id, late);
  }

  /** The nodes that are better asked last, and may show what is gone. */
  public Set<NodeId> of(BlobId id, long nowNanos) {
    Late late = byBlob.isEmpty() ? null : byBlob.get(id);
    return late == null || nowNanos - late.untilNanos() >= 0 ? Set.of() : late.nodes();
  }
}
