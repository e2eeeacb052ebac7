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
 * Remembers recent changes that this process acknowledged. Reads ask replicas without the change
 * last, and reject a life that ended here. A client that deletes a blob thus cannot read it from a
 * replica that missed the delete. Bounded in number and time. Shared by all loops.
 */
public final class RecentChanges {
  public static final int NO_LIFE = -1;

  private final int most;
  private final long spanNanos;
  private final Map<BlobId, Entry> byBlob = new ConcurrentHashMap<>();

  /** Oldest first; guarded by this. */
  private final Deque<Entry> oldest = new ArrayDeque<>();

  private record Entry(BlobId id, Late late, long untilNanos) {}

  /**
   * The memory of one blob.
   *
   * @param nodes asked last
   * @param endedLife the last life that was deleted, or {@link #NO_LIFE}
   */
  public record Late(Set<NodeId> nodes, int endedLife) {
    private static final Late NONE = new Late(Set.of(), NO_LIFE);

    public Late {
      nodes = Set.copyOf(nodes);
    }

    /** Keeps the later ended life, because an undelete never revives an old life. */
    private Late and(Late later) {
      Set<NodeId> all = new HashSet<>(nodes);
      all.addAll(later.nodes);
      return new Late(all, Math.max(endedLife, later.endedLife));
    }
  }

  /**
   * Starts empty.
   *
   * @param most blobs that are remembered
   * @param span time in which a reachable replica gets a change, by replication at the latest
   */
  public RecentChanges(int most, Duration span) {
    this.most = most;
    this.spanNanos = span.toNanos();
  }

  /** Adds to the entry of a blob and extends its time. */
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
