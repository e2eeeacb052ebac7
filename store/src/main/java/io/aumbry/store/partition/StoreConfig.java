package io.aumbry.store.partition;

import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.store.compaction.Compactor;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.index.IndexLimits;
import io.aumbry.store.io.QueueLimits;
import io.aumbry.store.io.ReadConfig;

public record StoreConfig(
    @Setting(
            key = "storage.durability",
            text =
                "When a change is acknowledged: when it is on the disk (fsync), or"
                    + " when the operating system has it (write). With write, a power"
                    + " failure loses the changes acknowledged since the last sync.")
        @Default("fsync")
        SyncPolicy durability,
    @Setting(
            key = "storage.segment-size",
            range = "1 MiB to 16 GiB",
            text =
                "Maximum size of a file of a replica's log. It limits the size of a" + " record.")
        @Default("256 MiB")
        long segmentBytes,
    @Setting(
            key = "storage.reserve",
            range = "0 B to 64 TiB",
            text =
                "Space on each disk that blobs may not use. Deletes and compaction"
                    + " use it; compaction needs storage.segment-size plus 1 MiB.")
        @Default("1 GiB")
        long reserveBytes,
    QueueLimits queue,
    ReadConfig reading,
    IndexLimits index,
    Retention retention) {

  public StoreConfig {
    // A record position addresses 2^32 units of 8 bytes.
    Bounds.check("segmentBytes", segmentBytes, 4 << 10, 16L << 30);
    Bounds.check("reserveBytes", reserveBytes, 0, Long.MAX_VALUE);
    if (segmentBytes % 8 != 0) {
      throw new IllegalArgumentException(
          "segmentBytes is " + segmentBytes + ", must be a multiple of 8");
    }
  }

  /**
   * Requires a reserve with which a full disk can be compacted.
   *
   * @throws ConfigException when it is smaller
   */
  public void requireCompactable() {
    long least = segmentBytes + Compactor.SPARE;
    if (reserveBytes < least) {
      throw new ConfigException(
          ("storage.reserve is %s, must be at least %s with storage.segment-size %s: a full disk"
                  + " could not be compacted")
              .formatted(
                  new DataSize(reserveBytes), new DataSize(least), new DataSize(segmentBytes)));
    }
  }

  /** With the least page cache. */
  public StoreConfig(
      SyncPolicy durability,
      long segmentBytes,
      long reserveBytes,
      long queueBytes,
      int queueRequests,
      int readThreads,
      int activeIndexEntries) {
    this(
        durability,
        segmentBytes,
        reserveBytes,
        new QueueLimits(queueBytes, queueRequests),
        new ReadConfig(readThreads, 0),
        IndexLimits.ofParts(activeIndexEntries),
        Retention.defaults());
  }

  public StoreConfig withRetention(Retention other) {
    return new StoreConfig(durability, segmentBytes, reserveBytes, queue, reading, index, other);
  }

  public StoreConfig withSegmentBytes(long other) {
    return new StoreConfig(durability, other, reserveBytes, queue, reading, index, retention);
  }

  public StoreConfig withIndex(IndexLimits other) {
    return new StoreConfig(
        durability, segmentBytes, reserveBytes, queue, reading, other, retention);
  }

  public StoreConfig withDurability(SyncPolicy other) {
    return new StoreConfig(other, segmentBytes, reserveBytes, queue, reading, index, retention);
  }

  public StoreConfig withQueue(QueueLimits other) {
    return new StoreConfig(
        durability, segmentBytes, reserveBytes, other, reading, index, retention);
  }

  public StoreConfig withCachePercent(int other) {
    return new StoreConfig(
        durability,
        segmentBytes,
        reserveBytes,
        queue,
        new ReadConfig(reading.threads(), other),
        index,
        retention);
  }

  public int activeIndexEntries() {
    return index.activeEntries();
  }

  public long queueBytes() {
    return queue.bytes();
  }

  public int queueRequests() {
    return queue.requests();
  }

  public static StoreConfig defaults() {
    return Settings.defaults(StoreConfig.class);
  }
}
