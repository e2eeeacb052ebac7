package io.aumbry.store.io;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.store.log.RecentWrites;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * Limits the recent writes that the disks of a process keep in the page cache to a share of the
 * available memory. Disks with recent writes have equal parts of it. Thread-safe.
 */
public final class PageCacheShare {
  /** Per disk. Other replicas of a blob pull it soon after it was written. */
  public static final long MIN = 64L << 20;

  /** Per disk. Bounds the memory for the list of parts. */
  public static final long MAX = 64L << 30;

  private final LongSupplier available;
  private final List<RecentWrites> disks = new CopyOnWriteArrayList<>();

  private PageCacheShare(LongSupplier available) {
    this.available = available;
  }

  /**
   * Registers the metric.
   *
   * @param available memory in bytes; may be slow
   */
  public static PageCacheShare in(Metrics metrics, LongSupplier available) {
    PageCacheShare share = new PageCacheShare(available);
    metrics.gauge(
        "aumbry_store_retained_bytes",
        "Bytes of recently written large records that may be in the page cache",
        share::bytes);
    return share;
  }

  /**
   * Adds a disk.
   *
   * @param percent of the available memory, for all disks together
   */
  public RecentWrites open(int percent) {
    RecentWrites recent = new RecentWrites(() -> limit(percent));
    disks.add(recent);
    return recent;
  }

  public void close(RecentWrites recent) {
    disks.remove(recent);
  }

  long bytes() {
    return disks.stream().mapToLong(RecentWrites::bytes).sum();
  }

  /** The limit of one disk, in bytes. */
  long limit(int percent) {
    long writing = disks.stream().filter(disk -> disk.bytes() > 0).count();
    return Math.clamp(available.getAsLong() / 100 * percent / Math.max(1, writing), MIN, MAX);
  }
}
