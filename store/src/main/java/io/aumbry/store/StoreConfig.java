package io.aumbry.store;

/**
 * How the stores of one disk work.
 *
 * @param segmentBytes of a file of the log; also bounds the size of a record
 * @param reserveBytes of the disk that blobs may not take, left for deletes and compaction
 * @param queueBytes of records that wait for the writer
 * @param queueRequests that wait for the writer, and that wait for the readers
 * @param readThreads that read at the same time
 * @param activeIndexEntries of a store kept in memory before they are written as an index segment
 */
public record StoreConfig(
    Durability durability,
    long segmentBytes,
    long reserveBytes,
    long queueBytes,
    int queueRequests,
    int readThreads,
    int activeIndexEntries) {

  public StoreConfig {
    // The upper bound is what the position of a record can name: 2^32 units of 8 bytes.
    requireWithin("segmentBytes", segmentBytes, 4 << 10, 16L << 30);
    requireWithin("reserveBytes", reserveBytes, 0, Long.MAX_VALUE);
    requireWithin("queueBytes", queueBytes, 1 << 10, 16L << 30);
    requireWithin("queueRequests", queueRequests, 1, 1 << 20);
    requireWithin("readThreads", readThreads, 1, 256);
    requireWithin("activeIndexEntries", activeIndexEntries, 16, 1 << 24);
    if (segmentBytes % 8 != 0) {
      throw new IllegalArgumentException("segmentBytes " + segmentBytes + ", must divide by 8");
    }
  }

  public static StoreConfig defaults() {
    return new StoreConfig(Durability.FSYNC, 256L << 20, 1L << 30, 256L << 20, 4096, 4, 128 * 1024);
  }

  private static void requireWithin(String what, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(what + " " + value + ", must be " + min + " to " + max);
    }
  }
}
