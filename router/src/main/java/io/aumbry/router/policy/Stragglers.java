package io.aumbry.router.policy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which replicas had not acknowledged a change of a blob when that was answered: asked last. And
 * which life of it was then said to have ended, which no replica is believed to show: whoever
 * deletes a blob and then asks here for it does not get it from one that has not heard yet. Those
 * of the last minute or so are known, up to a bound. Shared by all loops.
 */
public final class Stragglers {
  /** Before all lives. */
  public static final int NO_LIFE = -1;

  private final int most;
  private final long spanNanos;
  private final Map<BlobId, Entry> byBlob = new ConcurrentHashMap<>();

  /** Oldest first; guarded by this. */
  private final Deque<Entry> oldest = new ArrayDeque<>();

  private record Entry(BlobId id, Late late, long untilNanos) {}

  /**
   * What is known of one blob.
   *
   * @param nodes that are better asked last
   * @param endedLife which was deleted, or {@link #NO_LIFE}
   */
  public record Late(Set<NodeId> nodes, int endedLife) {
    private static final Late NONE = new Late(Set.of(), NO_LIFE);

    public Late {
      nodes = Set.copyOf(nodes);
    }

    /** A later change takes nothing back of what has ended: an undelete begins another life. */
    private Late and(Late later) {
      Set<NodeId> all = new HashSet<>(nodes);
      all.addAll(later.nodes);
      return new Late(all, Math.max(endedLife, later.endedLife));
    }
  }

  /**
   * @param most blobs of which this is known
   * @param span in which a replica that can be reached hears of it, by replication if not before
   */
  public Stragglers(int most, Duration span) {
    this.most = most;
    this.spanNanos = span.toNanos();
  }

  /** Adds to what is known of a blob; all of it is then known for as long. */
  public synchronized void add(BlobId id, Late late, long nowNanos) {
    Late all = of(id, nowNanos).and(late);
    while (!oldest.isEmpty()
        && (oldest.size() >= most || nowNanos - oldest.getFirst().untilNanos() >= 0)) {
      Entry forgotten = oldest.removeFirst();
      byBlob.remove(forgotten.id(), forgotten);
    }
    Entry entry = new Entry(id, all, nowNanos + spanNanos);
    oldest.addLast(entry);
    byBlob.put(id, entry);
  }

  public Late of(BlobId id, long nowNanos) {
    Entry entry = byBlob.isEmpty() ? null : byBlob.get(id);
    return entry == null || nowNanos - entry.untilNanos() >= 0 ? Late.NONE : entry.late();
  }
}
