package io.aumbry.store;

import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.store.compaction.Compactor;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.index.IndexLimits;

/**
 * How the stores of one disk work.
 *
 * @param segmentBytes of a file of the log; also bounds the size of a record
 * @param reserveBytes of the disk that blobs may not take, left for deletes and compaction
 * @param queue of what waits for the writer and the readers
 * @param readThreads that read at the same time
 * @param index when parts of an index are written and merged
 * @param retention of what has ended
 */
public record StoreConfig(
    Durability durability,
    long segmentBytes,
    long reserveBytes,
    QueueLimits queue,
    int readThreads,
    IndexLimits index,
    Retention retention) {

  /**
   * What may wait for a disk.
   *
   * @param bytes of records that wait for the writer
   * @param requests that wait for the writer, and that wait for the readers
   */
  public record QueueLimits(long bytes, int requests) {
    public QueueLimits {
      Bounds.check("queueBytes", bytes, 1 << 10, 16L << 30);
      Bounds.check("queueRequests", requests, 1, 1 << 20);
    }
  }

  public StoreConfig {
    // The upper bound is what the position of a record can name: 2^32 units of 8 bytes.
    Bounds.check("segmentBytes", segmentBytes, 4 << 10, 16L << 30);
    Bounds.check("reserveBytes", reserveBytes, 0, Long.MAX_VALUE);
    Bounds.check("readThreads", readThreads, 1, 256);
    if (segmentBytes % 8 != 0) {
      throw new IllegalArgumentException("segmentBytes " + segmentBytes + ", must divide by 8");
    }
  }

  /**
   * With a smaller reserve a disk that blobs have filled might never be compacted: what a copy of a
   * segment takes, and what compaction leaves free.
   */
  public static long leastReserve(long segmentBytes) {
    return segmentBytes + Compactor.SPARE;
  }

  /** With default index limits and retention. */
  public StoreConfig(
      Durability durability,
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
        readThreads,
        IndexLimits.ofParts(activeIndexEntries),
        Retention.defaults());
  }

  public StoreConfig withRetention(Retention other) {
    return new StoreConfig(
        durability, segmentBytes, reserveBytes, queue, readThreads, index, other);
  }

  public StoreConfig withSegmentBytes(long other) {
    return new StoreConfig(durability, other, reserveBytes, queue, readThreads, index, retention);
  }

  public StoreConfig withIndex(IndexLimits other) {
    return new StoreConfig(
        durability, segmentBytes, reserveBytes, queue, readThreads, other, retention);
  }

  public StoreConfig withDurability(Durability other) {
    return new StoreConfig(other, segmentBytes, reserveBytes, queue, readThreads, index, retention);
  }

  public StoreConfig withQueue(QueueLimits other) {
    return new StoreConfig(
        durability, segmentBytes, reserveBytes, other, readThreads, index, retention);
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
    return new StoreConfig(
        Durability.FSYNC, 256L << 20, 1L << 30, 256L << 20, 4096, 16, 128 * 1024);
  }
}
